/* SPDX-License-Identifier: MIT */
/* gisa dap: threads (waves), their calls, registers, memory and expressions. */
#ifdef WITH_JANSSON
#include "dap.h"

#include <stdlib.h>
#include <string.h>

/* ---- threads --------------------------------------------------------------------------------- */

unsigned dap_thread_number(dap *d, const debug_wave_id *id) {
    debug_wave_id *grown;
    for (unsigned i = 0; i < d->threads; i++)
        if (debug_same_wave(&d->thread[i], id))
            return i + 1;
    grown = realloc(d->thread, (d->threads + 1) * sizeof *grown);
    if (!grown)
        return 1;
    d->thread = grown;
    grown[d->threads] = *id;
    return ++d->threads;
}

bool dap_look_at(dap *d, json_int_t thread) {
    if (thread < 1 || thread > d->threads)
        return false;
    d->s.t.wave = d->thread[thread - 1];
    return target_wave(&d->s.t);
}

/* Those of the work-group that the user looks at. */
json_t *dap_threads(dap *d, const json_t *arguments, const char **why) {
    json_t *list = json_array();
    const debug_wave *w;
    (void)arguments, (void)why;
    for (unsigned i = 0; (w = debug_wave_at(d->s.t.d, i)); i++) {
        char name[80];
        const uint32_t *g = w->id.group;
        if (target_wave(&d->s.t) && memcmp(g, d->s.t.wave.group, sizeof w->id.group) != 0)
            continue;
        snprintf(name, sizeof name, "group %u,%u,%u wave %u", g[0], g[1], g[2], w->id.number);
        json_array_append_new(list,
                              json_pack("{s:i, s:s}", "id", (int)dap_thread_number(d, &w->id), "name", name));
    }
    if (!json_array_size(list))
        json_array_append_new(list, json_pack("{s:i, s:s}", "id", 1, "name", "no wave is left"));
    return json_pack("{s:o}", "threads", list);
}

/* ---- calls ----------------------------------------------------------------------------------- */

enum { FRAMES = DEBUG_MOST_CALLS + 1 }; /* of a thread */

static json_t *frame(dap *d, json_int_t thread, unsigned number, uint64_t pc) {
    const line_row *row = lines_at(&d->s.t.lines, pc);
    char place[TARGET_PLACE], address[32];
    json_t *f;
    target_place(&d->s.t, pc, place);
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)pc);
    f = json_pack("{s:I, s:s, s:I, s:i, s:s}", "id", thread * FRAMES + number, "name", place, "line",
                  row ? (json_int_t)row->line - 1 + d->first_line : 0, "column", 0,
                  "instructionPointerReference", address);
    if (row) {
        const char *name = d->s.t.lines.file[row->file].name;
        char *path = realpath(name, NULL);
        json_object_set_new(f, "source",
                            json_pack("{s:s, s:s}", "name", lines_short(name), "path", path ? path : name));
        free(path);
    }
    return f;
}

json_t *dap_stack(dap *d, const json_t *arguments, const char **why) {
    const json_int_t thread = json_integer_value(json_object_get(arguments, "threadId"));
    const debug_wave *w = dap_look_at(d, thread) ? target_wave(&d->s.t) : NULL;
    json_t *list = json_array();
    (void)why;
    if (w)
        json_array_append_new(list, frame(d, thread, 0, w->pc));
    for (unsigned i = w ? w->calls : 0, k = 1; i-- > 0; k++)
        json_array_append_new(list, frame(d, thread, k, w->call[i].from));
    return json_pack("{s:o, s:I}", "stackFrames", list, "totalFrames", (json_int_t)json_array_size(list));
}

/* ---- variables ------------------------------------------------------------------------------- */

typedef enum scope { SCOPE_SCALAR, SCOPE_VECTOR, SCOPE_LDS, SCOPE_ARGUMENTS, SCOPE_LOCALS, SCOPES } scope;

json_t *dap_scopes(dap *d, const json_t *arguments, const char **why) {
    const json_int_t thread = json_integer_value(json_object_get(arguments, "frameId")) / FRAMES;
    char lane[60];
    const char *names[SCOPES] = {"Scalar registers", lane, "LDS", "Arguments", "Locals"};
    json_t *list = json_array();
    (void)why;
    dap_look_at(d, thread);
    snprintf(lane, sizeof lane, "Vector registers of lane %u", d->s.t.lane);
    for (int i = 0; i < SCOPES; i++)
        json_array_append_new(list, json_pack("{s:s, s:I, s:b}", "name", names[i], "variablesReference",
                                              thread * SCOPES + i + 1, "expensive", i == SCOPE_LDS));
    return json_pack("{s:o}", "scopes", list);
}

static void add(dap *d, json_t *list, const char *name, const char *expression_text) {
    char why[EXPRESSION_WHY], text[VALUE_TEXT];
    size_t at;
    debug_value v;
    expression *e = expression_read(&d->s.t, 0, expression_text, &at, why);
    if (e && !expression_value(&d->s.t, e, target_wave(&d->s.t), d->s.t.lane, &v)) {
        value_text(&v, NULL, text);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:i}", "name", name, "value", text,
                                              "evaluateName", expression_text, "variablesReference", 0));
    }
    expression_free(e);
}

static void add_scalars(dap *d, json_t *list, const debug_wave *w) {
    static const char *const others[] = {"pc", "vcc", "exec", "scc", "m0", "flat_scratch", "mode"};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        add(d, list, others[i], others[i]);
    for (unsigned i = 0; i < w->seen->sgpr_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", i);
        add(d, list, name, name);
    }
}

/* Of a shader of the PS Vita: registers that are not 0. */
static void add_used(dap *d, json_t *list, const debug_wave *w) {
    named_registers part;
    char name[NAMED_ROOM];
    for (unsigned bank = 0; bank < NAMED_BANKS; bank++)
        for (unsigned i = 0; named_bank_part(w->seen->wave, bank, i, &part); i++)
            if (named_value(w->seen->wave, &part, d->s.t.lane)) {
                named_name(w->seen->wave, &part, name);
                add(d, list, name, name);
            }
}

static void add_vectors(dap *d, json_t *list, const debug_wave *w) {
    for (unsigned i = 0; i < w->seen->vgpr_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "v%u", i);
        add(d, list, name, name);
    }
    if (d->s.t.shaders)
        add_used(d, list, w);
}

static void add_lds(dap *d, json_t *list, const debug_wave *w) {
    enum { MOST = 4096 };
    for (uint32_t i = 0; i < w->seen->group->lds_size && i < MOST; i += 4) {
        char name[24];
        snprintf(name, sizeof name, "lds[%u]", i);
        add(d, list, name, name);
    }
}

static void add_arguments(dap *d, json_t *list) {
    gisa_argument m;
    for (unsigned i = 0;
         gisa_argument_at(d->s.t.ready.loaded, (unsigned)d->s.t.ready.number, i, &m) == GISA_OK; i++)
        if (m.name && *m.name && strncmp(m.kind, "hidden_", 7) != 0) {
            char text[140];
            snprintf(text, sizeof text, "arg.%.120s", m.name);
            add(d, list, m.name, text);
        }
}

static void add_local(void *ctx, const local *l) {
    json_array_append_new(ctx, json_pack("{s:s, s:s, s:s, s:i}", "name", l->name, "value", l->value,
                                         "evaluateName", l->place, "variablesReference", 0));
}

json_t *dap_variables(dap *d, const json_t *arguments, const char **why) {
    const json_int_t reference = json_integer_value(json_object_get(arguments, "variablesReference")) - 1;
    json_t *list = json_array();
    const debug_wave *w = reference >= 0 && dap_look_at(d, reference / SCOPES) ? target_wave(&d->s.t) : NULL;
    (void)why;
    switch (w ? (int)(reference % SCOPES) : -1) {
    case SCOPE_SCALAR: add_scalars(d, list, w); break;
    case SCOPE_VECTOR: add_vectors(d, list, w); break;
    case SCOPE_LDS: add_lds(d, list, w); break;
    case SCOPE_ARGUMENTS: add_arguments(d, list); break;
    case SCOPE_LOCALS: locals_each(&d->s.t, add_local, list); break;
    default: break;
    }
    return json_pack("{s:o}", "variables", list);
}

json_t *dap_set_variable(dap *d, const json_t *arguments, const char **why) {
    const json_int_t reference = json_integer_value(json_object_get(arguments, "variablesReference")) - 1;
    const char *name = message_string(arguments, "name"), *text = message_string(arguments, "value");
    char line[900];
    debug_value v;
    if (!name || !text || strlen(name) + strlen(text) > sizeof line - 40) {
        *why = "expected a name and a value";
        return NULL;
    }
    if (reference >= 0)
        dap_look_at(d, reference / SCOPES);
    snprintf(line, sizeof line, "%s%s = %s", reference % SCOPES == SCOPE_ARGUMENTS ? "arg." : "", name, text);
    dap_tell_printed(d);
    if (!do_set(&d->s, line) || !shell_value(&d->s, strtok(line, " "), &v)) {
        *why = dap_printed(d);
        return NULL;
    }
    value_text(&v, NULL, line);
    return json_pack("{s:s}", "value", line);
}

/* ---- evaluate -------------------------------------------------------------------------------- */

/* A command of `gisa debug`, with what it prints as its result. */
static json_t *run_command(dap *d, const char *text, const char **why) {
    const uint64_t number = debug_stopped(d->s.t.d)->number;
    static char result[1 << 16];
    d->s.file = "evaluate";
    const bool ok = shell_run(&d->s, text);
    d->s.file = NULL;
    snprintf(result, sizeof result, "%s", dap_printed(d));
    d->tells = d->loaded && debug_stopped(d->s.t.d)->number != number;
    if (d->s.quits)
        d->ends = true;
    if (!ok) {
        *why = result;
        return NULL;
    }
    return json_pack("{s:s, s:i}", "result", result, "variablesReference", 0);
}

json_t *dap_evaluate(dap *d, const json_t *arguments, const char **why) {
    static char said[EXPRESSION_WHY];
    const char *text = message_string(arguments, "expression"),
               *context = message_string(arguments, "context");
    const bool is_repl = context && strcmp(context, "repl") == 0;
    char shown[VALUE_TEXT], place[LOCAL_TEXT];
    const char *none = NULL;
    size_t at;
    debug_value v;
    dap_look_at(d, json_integer_value(json_object_get(arguments, "frameId")) / FRAMES);
    dap_tell_printed(d);
    if (text && locals_find(&d->s.t, target_pc(&d->s.t), text, place, &none)) {
        *why = none;
        text = place;
        if (none)
            return NULL;
    }
    expression *e = text ? expression_read(&d->s.t, target_pc(&d->s.t), text, &at, said) : NULL;
    if (!e && is_repl && text)
        return run_command(d, text, why);
    *why = !text ? "there is no expression"
           : e   ? expression_value(&d->s.t, e, target_wave(&d->s.t), d->s.t.lane, &v)
                 : said;
    expression_free(e);
    if (*why)
        return NULL;
    value_text(&v, NULL, shown);
    return json_pack("{s:s, s:i}", "result", shown, "variablesReference", 0);
}

json_t *dap_exception(dap *d, const json_t *arguments, const char **why) {
    const debug_stop *stop = debug_stopped(d->s.t.d);
    (void)arguments;
    if (stop->why != DEBUG_WHY_FAULT) {
        *why = "there is no fault here";
        return NULL;
    }
    return json_pack("{s:s, s:s, s:s}", "exceptionId", "fault", "description", stop->result.message,
                     "breakMode", "always");
}
#else
typedef int dap_state_is_not_built;
#endif
