/* SPDX-License-Identifier: MIT */
/* gisa dap: breakpoints of lines, functions, instructions and data. */
#ifdef WITH_JANSSON
#include "dap.h"

#include <stdlib.h>
#include <string.h>

/* ---- which are whose ------------------------------------------------------------------------- */

static void remove_all(dap *d, const char *source) {
    unsigned kept = 0;
    for (unsigned i = 0; i < d->points; i++)
        if (strcmp(d->point[i].source, source) == 0) {
            debug_point_remove(d->s.t.d, d->point[i].point);
            free(d->point[i].source);
        } else
            d->point[kept++] = d->point[i];
    d->points = kept;
}

static bool keep(dap *d, const char *source, unsigned point) {
    void *grown = realloc(d->point, (d->points + 1) * sizeof *d->point);
    if (!grown)
        return false;
    d->point = grown;
    d->point[d->points].point = point;
    d->point[d->points].source = strdup(source);
    return d->point[d->points].source && ++d->points;
}

static json_t *unverified(dap *d, const char *message) {
    const char *said = dap_printed(d);
    return json_pack("{s:b, s:s}", "verified", 0, "message", message ? message : said);
}

/* "hitCondition" is a number: how many times it is reached before it stops, and then once more. */
static void set_ignored(dap *d, unsigned number, const json_t *wanted) {
    const char *text = message_string(wanted, "hitCondition");
    const unsigned long long hits = text ? strtoull(text, NULL, 0) : 0;
    if (hits)
        debug_point_at(d->s.t.d, number)->ignore = hits - 1;
}

static json_t *add(dap *d, debug_point *p, const char *source, const char *what, const json_t *wanted) {
    const char *condition = message_string(wanted, "condition");
    char address[32];
    unsigned number;
    json_t *told;
    if (!point_add(&d->s, p, what, condition ? condition : "", &number) || !keep(d, source, number))
        return unverified(d, NULL);
    set_ignored(d, number, wanted);
    told = json_pack("{s:b, s:i}", "verified", 1, "id", (int)number);
    if (p->kind != DEBUG_POINT_CODE)
        return told;
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)p->address);
    json_object_set_new(told, "instructionReference", json_string(address));
    const line_row *row = lines_at(&d->s.t.lines, p->address);
    if (row)
        json_object_set_new(told, "line", json_integer(row->line - 1 + d->first_line));
    return told;
}

/* One answer for each breakpoint that is wanted. */
static json_t *add_each(dap *d, const json_t *arguments, const char *source,
                        json_t *(*one)(dap *d, const json_t *wanted, const char *source)) {
    json_t *list = json_array();
    const json_t *each;
    size_t i;
    remove_all(d, source);
    json_array_foreach(json_object_get(arguments, "breakpoints"), i, each) {
        dap_tell_printed(d);
        json_array_append_new(list, one(d, each, source));
    }
    return json_pack("{s:o}", "breakpoints", list);
}

/* ---- requests -------------------------------------------------------------------------------- */

/* Editors name files by their whole paths, and line tables as the compiler was told them. */
static json_t *add_line(dap *d, const json_t *wanted, const char *source) {
    debug_point p = {.kind = DEBUG_POINT_CODE};
    const json_int_t number = json_integer_value(json_object_get(wanted, "line")) + 1 - d->first_line;
    unsigned line = number > 0 && number < INT32_MAX ? (unsigned)number : 1;
    char what[400];
    uint64_t *places;
    unsigned count = lines_places(&d->s.t.lines, source, 0, &line, &places);
    if (!count)
        count = lines_places(&d->s.t.lines, lines_short(source), 0, &line, &places);
    if (!count)
        return unverified(d, d->s.t.lines.count ? "no code belongs to this line, or to one after it"
                                                : "no source lines are known: compile with -g");
    point_place(&p, places, count);
    snprintf(what, sizeof what, "%.300s:%u", lines_short(source), line);
    return add(d, &p, source, what, wanted);
}

json_t *dap_set_lines(dap *d, const json_t *arguments, const char **why) {
    const json_t *source = json_object_get(arguments, "source");
    const char *path = message_string(source, "path");
    path = path ? path : message_string(source, "name");
    if (!path) {
        *why = "the source has no path";
        return NULL;
    }
    return add_each(d, arguments, path, add_line);
}

static json_t *add_function(dap *d, const json_t *wanted, const char *source) {
    debug_point p = {.kind = DEBUG_POINT_CODE};
    const char *name = message_string(wanted, "name");
    if (!name || !find_location(&d->s, name, &p.address))
        return unverified(d, name ? NULL : "a function has a name");
    return add(d, &p, source, name, wanted);
}

json_t *dap_set_functions(dap *d, const json_t *arguments, const char **why) {
    (void)why;
    return add_each(d, arguments, "f", add_function);
}

static json_t *add_instruction(dap *d, const json_t *wanted, const char *source) {
    const char *text = message_string(wanted, "instructionReference");
    debug_point p = {.kind = DEBUG_POINT_CODE};
    p.address = (text ? strtoull(text, NULL, 0) : 0) +
                (uint64_t)json_integer_value(json_object_get(wanted, "offset"));
    if (!target_decode(&d->s.t, p.address).size)
        return unverified(d, "there is no code at this address");
    return add(d, &p, source, text, wanted);
}

json_t *dap_set_instructions(dap *d, const json_t *arguments, const char **why) {
    (void)why;
    return add_each(d, arguments, "i", add_instruction);
}

static json_t *add_data(dap *d, const json_t *wanted, const char *source) {
    const char *text = message_string(wanted, "dataId"), *access = message_string(wanted, "accessType");
    const bool is_read = access && strcmp(access, "read") == 0,
               is_both = access && strcmp(access, "readWrite") == 0;
    debug_point p;
    if (!text || !watch_read(&d->s, text,
                             is_read   ? DEBUG_ACCESS_READ
                             : is_both ? DEBUG_ACCESS_ANY
                                       : DEBUG_ACCESS_CHANGE,
                             &p))
        return unverified(d, text ? NULL : "there is no dataId");
    return add(d, &p, source, text, wanted);
}

json_t *dap_set_data(dap *d, const json_t *arguments, const char **why) {
    (void)why;
    return add_each(d, arguments, "d", add_data);
}

json_t *dap_data_info(dap *d, const json_t *arguments, const char **why) {
    const char *name = message_string(arguments, "name");
    debug_point p;
    (void)why;
    if (name && watch_read(&d->s, name, DEBUG_ACCESS_CHANGE, &p))
        return json_pack("{s:s, s:s, s:o}", "dataId", name, "description", name, "accessTypes",
                         p.kind == DEBUG_POINT_REGISTER ? json_pack("[s]", "write")
                                                        : json_pack("[s,s,s]", "write", "read", "readWrite"));
    return json_pack("{s:n, s:s}", "dataId", "description", dap_printed(d));
}
#else
typedef int dap_points_are_not_built;
#endif
