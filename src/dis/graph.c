/* SPDX-License-Identifier: MIT */
/* Draws control flow for Graphviz: finds where blocks begin, then prints the blocks, then what
   leads from one to another. */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a unit: an instruction begins here; it is the first of a block. */
enum { BEGINS = 1, LEADS = 2 };

void graph_begin(dis *d) {
    output_text(&d->out, "digraph {\n"
                         "\tgraph [fontname=\"monospace\", style=rounded, color=\"#888888\"];\n"
                         "\tnode [fontname=\"monospace\", fontsize=10, shape=box, color=\"#444444\"];\n"
                         "\tedge [fontname=\"monospace\", fontsize=9];\n");
}

void graph_end(dis *d) {
    output_text(&d->out, "}\n");
}

bool graph_open(graph *g) {
    g->marks = calloc((size_t)(g->size >> g->d->unit_log2) + 2, 1);
    if (!g->marks)
        g->d->out.status = GISA_STATUS_NO_MEMORY;
    return g->marks != NULL;
}

void graph_close(graph *g) {
    free(g->marks);
}

static uint8_t *mark_at(const graph *g, uint64_t offset) {
    return &g->marks[offset >> g->d->unit_log2];
}

/* Is an instruction there that is drawn? */
static bool is_drawn(const graph *g, uint64_t offset) {
    return offset < g->size && offset % g->d->unit == 0 && *mark_at(g, offset) & BEGINS;
}

static bool leads(const graph *g, uint64_t offset) {
    return is_drawn(g, offset) && *mark_at(g, offset) & LEADS;
}

/* ---- Blocks ---- */

/* Decodes; what is no instruction has the size of a unit, and goes on. */
static gisa_flow_info decode(const graph *g, uint64_t at, gisa_insn *insn) {
    gisa_flow_info flow;
    gisa_status status = gisa_decode(g->d->isa, g->code + at, (size_t)(g->size - at), insn);
    if (status == GISA_OK && gisa_flow_of(g->d->isa, insn, g->address + at, &flow) == GISA_OK)
        return flow;
    insn->size = (uint8_t)(g->size - at < g->d->unit ? g->size - at : g->d->unit);
    return (gisa_flow_info){.kind = GISA_FLOW_NEXT, .operand = -1, .goes_on = true};
}

static bool is_elsewhere(const graph *g, uint64_t at, uint64_t size) {
    return g->elsewhere && g->elsewhere(g->ctx, at, size);
}

void graph_lead(graph *g, uint64_t offset) {
    *mark_at(g, offset) |= LEADS;
}

/* Marks that are no instruction's (their target lies inside of one) lead nowhere: is_drawn. */
void graph_scan(graph *g, uint64_t begin, uint64_t end) {
    bool first = true;
    for (uint64_t at = begin; at < end;) {
        gisa_insn insn;
        gisa_flow_info flow = decode(g, at, &insn);
        uint64_t to = flow.target - g->address;
        *mark_at(g, at) |= first || flow.begins ? BEGINS | LEADS : BEGINS;
        if (flow.has_target && to < g->size && to % g->d->unit == 0 && !is_elsewhere(g, at, insn.size))
            *mark_at(g, to) |= LEADS;
        first = flow.kind != GISA_FLOW_NEXT;
        at += insn.size;
    }
}

/* The next drawn instruction after this one, which is `size` long; false: none follows. */
static bool follows(const graph *g, uint64_t *at, uint64_t size) {
    *at += size;
    return is_drawn(g, *at) && !leads(g, *at);
}

/* How many instructions a block has. *last is the last one. */
static unsigned block_size(const graph *g, uint64_t at, uint64_t *last) {
    gisa_insn insn;
    unsigned count = 0;
    do {
        decode(g, at, &insn);
        *last = at;
        count++;
    } while (follows(g, &at, insn.size));
    return count;
}

/* ---- Text ---- */

static void put_escaped(output *out, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"' || text[i] == '\\')
            output_char(out, '\\');
        output_char(out, text[i] >= ' ' && text[i] < 127 ? text[i] : '?');
    }
}

/* A line of a node: cut, since the longest one makes the node as wide. */
static void put_line(output *out, const char *text, size_t size) {
    enum { WIDTH = 64 };
    put_escaped(out, text, size < WIDTH ? size : WIDTH - 3);
    output_text(out, size < WIDTH ? "\\l" : "...\\l");
}

static void put_instruction(const graph *g, uint64_t at) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    gisa_insn insn;
    dis *d = g->d;
    d->style.address = g->address + at;
    decode(g, at, &insn);
    if (gisa_decode(d->isa, g->code + at, (size_t)(g->size - at), &insn) != GISA_OK ||
        gisa_print(d->isa, &insn, &d->style, text, &size) != GISA_OK)
        size = (size_t)snprintf(text, sizeof text, "not an instruction");
    put_line(&d->out, text, size);
}

static void put_node(const graph *g, char kind, uint64_t offset) {
    char text[48];
    snprintf(text, sizeof text, "%c%u_%llx", kind, g->number, (unsigned long long)offset);
    output_text(&g->d->out, text);
}

/* The name of a place; where it has none, its address. */
static void put_label(const graph *g, uint64_t offset) {
    char text[GISA_TEXT_MAX];
    dis *d = g->d;
    size_t size = d->style.label ? d->style.label(d->style.ctx, g->address + offset, text, sizeof text) : 0;
    if (!size)
        size = (size_t)snprintf(text, sizeof text, "0x%llx", (unsigned long long)(g->address + offset));
    put_escaped(&d->out, text, size);
}

/* Of long blocks the first and the last instructions. */
static void put_block(const graph *g, uint64_t at) {
    enum { FIRST = 12, LAST = 4 };
    output *out = &g->d->out;
    uint64_t last;
    unsigned count = block_size(g, at, &last), left_out = count > FIRST + LAST + 1 ? count - FIRST - LAST : 0;
    output_line(out);
    output_text(out, "\t\t");
    put_node(g, 'b', at);
    output_text(out, " [label=\"");
    put_label(g, at);
    output_text(out, ":\\l");
    for (unsigned i = 0; i < count; i++) {
        gisa_insn insn;
        if (i < FIRST || i >= FIRST + left_out)
            put_instruction(g, at);
        else if (i == FIRST) {
            output_text(out, "... ");
            output_number(out, left_out);
            output_text(out, " more\\l");
        }
        decode(g, at, &insn);
        at += insn.size;
    }
    output_text(out, "\"];\n");
}

static void put_blocks(const graph *g) {
    output *out = &g->d->out;
    unsigned clusters = 0;
    for (uint64_t at = 0; at < g->size && out->status == GISA_OK; at += g->d->unit) {
        const char *name = leads(g, at) && g->function ? g->function(g->ctx, at) : NULL;
        if (!leads(g, at))
            continue;
        if (name || !clusters) {
            char head[80];
            name = name ? name : g->name;
            snprintf(head, sizeof head, "%s\tsubgraph cluster_%u_%u {\n\t\tlabel=\"", clusters ? "\t}\n" : "",
                     g->number, clusters);
            clusters++;
            output_line(out);
            output_text(out, head);
            put_escaped(out, name, strlen(name));
            output_text(out, "\";\n");
        }
        put_block(g, at);
    }
    if (clusters)
        output_text(out, "\t}\n");
}

/* ---- Edges ---- */

/* Colours differ in lightness as well, and so do the kinds of line. */
static const char *const looks[GISA_FLOW_COUNT] = {
    [GISA_FLOW_NEXT] = "color=\"#888888\"",
    [GISA_FLOW_JUMP] = "color=\"#000000\"",
    [GISA_FLOW_CONDITIONAL] = "color=\"#0b5fa5\", label=\"taken\", fontcolor=\"#0b5fa5\"",
    [GISA_FLOW_CALL] = "color=\"#8a4b08\", style=dashed",
    [GISA_FLOW_RETURN] = "",
    [GISA_FLOW_END] = "color=\"#888888\", style=dotted",
};

static void put_edge(const graph *g, uint64_t from, char kind, uint64_t to, unsigned look) {
    output *out = &g->d->out;
    output_line(out);
    output_char(out, '\t');
    put_node(g, 'b', from);
    output_text(out, " -> ");
    put_node(g, kind, to);
    output_text(out, " [");
    output_text(out, looks[look]);
    output_text(out, "];\n");
}

/* A place that is not drawn: a symbol, an address, or where registers say. */
static void put_place(const graph *g, uint64_t from, const gisa_flow_info *flow, const char *linked) {
    output *out = &g->d->out;
    char kind = linked || !flow->has_target ? 's' : 'x';
    uint64_t node = kind == 's' ? from : flow->target - g->address;
    output_line(out);
    output_char(out, '\t');
    put_node(g, kind, node);
    output_text(out, " [shape=plaintext, label=\"");
    if (linked)
        put_escaped(out, linked, strlen(linked));
    else if (flow->has_target)
        put_label(g, node);
    else
        output_text(out, "indirect");
    output_text(out, "\"];\n");
    put_edge(g, from, kind, node, flow->kind);
}

static void put_target(const graph *g, uint64_t from, uint64_t at, uint64_t size,
                       const gisa_flow_info *flow) {
    const char *linked = g->elsewhere ? g->elsewhere(g->ctx, at, size) : NULL;
    uint64_t to = flow->target - g->address;
    if (!linked && flow->has_target && is_drawn(g, to))
        put_edge(g, from, 'b', to, flow->kind);
    else
        put_place(g, from, flow, linked);
}

static void put_edges_of(const graph *g, uint64_t from) {
    gisa_insn insn, next;
    uint64_t last;
    block_size(g, from, &last);
    gisa_flow_info flow = decode(g, last, &insn);
    uint64_t behind = last + insn.size;
    if (flow.kind == GISA_FLOW_JUMP || flow.kind == GISA_FLOW_CONDITIONAL || flow.kind == GISA_FLOW_CALL)
        put_target(g, from, last, insn.size, &flow);
    if (!is_drawn(g, behind))
        return;
    if (flow.goes_on)
        put_edge(g, from, 'b', behind, GISA_FLOW_NEXT);
    else if (flow.kind == GISA_FLOW_END && decode(g, behind, &next).begins)
        put_edge(g, from, 'b', behind, GISA_FLOW_END);
}

void graph_put(graph *g) {
    put_blocks(g);
    for (uint64_t at = 0; at < g->size && g->d->out.status == GISA_OK; at += g->d->unit)
        if (leads(g, at))
            put_edges_of(g, at);
}
