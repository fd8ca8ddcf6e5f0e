/* SPDX-License-Identifier: MIT */
/* Launches of kernels: load a code object, give it memory and arguments, run. Guest addresses are
   those of the instance's memory. */
#include "answer.h"
#include "gisa_machine.h"

gisa_machine *EXPORT(gisa_js_machine)(const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    return isa ? gisa_machine_new(isa) : NULL;
}

int EXPORT(gisa_js_machine_map)(gisa_machine *machine, void *memory, size_t size, const char *name) {
    return gisa_machine_map(machine, memory, size, name);
}

int EXPORT(gisa_js_machine_unmap)(gisa_machine *machine, void *memory) {
    return gisa_machine_unmap(machine, memory);
}

int EXPORT(gisa_js_machine_choose)(gisa_machine *machine, const char *model, const char *option) {
    return gisa_machine_choose(machine, model, option);
}

/* ---- kernels ----------------------------------------------------------------------------- */

static void put_arguments(const gisa_loaded *loaded, unsigned kernel) {
    gisa_argument a;
    json_begin("arguments", '[');
    for (unsigned i = 0; gisa_argument_at(loaded, kernel, i, &a) == GISA_OK; i++)
        put_argument(&a);
    json_end(']');
}

static void put_kernels(const gisa_loaded *loaded) {
    gisa_kernel k;
    json_begin(NULL, '[');
    for (unsigned i = 0; gisa_kernel_at(loaded, i, &k) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("name", k.name);
        json_number("kernargSize", k.kernarg_size);
        json_number("groupSize", k.group_size);
        json_number("privateSize", k.private_size);
        put_arguments(loaded, i);
        json_end('}');
    }
    json_end(']');
}

/* The answer: an array of kernels; NULL: an error. */
gisa_loaded *EXPORT(gisa_js_machine_load)(gisa_machine *machine, const void *file, size_t size) {
    gisa_loaded *loaded = NULL;
    gisa_error error = {0};
    if (gisa_machine_load(machine, file, size, &error, &loaded)) {
        answer_error(&error);
        return NULL;
    }
    answer_begin();
    put_kernels(loaded);
    answer_end();
    return loaded;
}

/* ---- a launch ---------------------------------------------------------------------------- */

static const char *const ends[] = {"ended", "fault", "limit", "stopped"};
static const char *const causes[] = {"", "address", "instruction", "trap", "stuck", "other"};

static void put_three(const char *key, const uint32_t values[3]) {
    json_begin(key, '[');
    for (unsigned i = 0; i < 3; i++)
        json_number(NULL, values[i]);
    json_end(']');
}

static void put_fault(const gisa_result *r) {
    json_begin("fault", '{');
    json_text("cause", causes[r->cause]);
    json_text("message", r->message);
    json_text("registers", r->registers);
    json_hex("address", r->address);
    json_hex("pc", r->pc);
    put_three("group", r->group);
    put_three("item", r->item);
    json_end('}');
}

static void put_result(const gisa_result *r) {
    answer_begin();
    json_begin(NULL, '{');
    json_text("end", ends[r->end]);
    json_number("instructions", (int64_t)r->instructions);
    if (r->end == GISA_END_FAULT)
        put_fault(r);
    json_end('}');
    answer_end();
}

/* `kernarg`: as many bytes as the kernel has, with the arguments that are not hidden; `sizes`:
   three of the grid, three of a group, the bytes of dynamic LDS. The answer: how it ended. */
int EXPORT(gisa_js_machine_run)(gisa_machine *machine, const gisa_loaded *loaded, unsigned kernel,
                                void *kernarg, const uint32_t sizes[7], uint64_t limit) {
    gisa_kernel k;
    gisa_result result = {.message = "there is no such kernel"};
    gisa_status status = gisa_kernel_at(loaded, kernel, &k);
    gisa_launch launch = {.dimensions = 3, .kernarg = kernarg, .limit = limit, .dynamic_lds = sizes[6]};
    for (unsigned i = 0; i < 3; i++) {
        launch.grid[i] = sizes[i];
        launch.group[i] = sizes[3 + i];
    }
    if (status == GISA_OK) {
        launch.descriptor = k.descriptor;
        launch.kernarg_size = k.kernarg_size;
        gisa_hidden_arguments(loaded, kernel, &launch);
        status = gisa_machine_run(machine, &launch, &result);
    }
    if (status)
        answer_status(status, status == GISA_STATUS_BAD_ARGUMENT ? result.message : NULL);
    else
        put_result(&result);
    return status;
}
