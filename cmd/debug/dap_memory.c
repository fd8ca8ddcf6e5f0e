/* SPDX-License-Identifier: MIT */
/* gisa dap: code and memory by address. */
#ifdef WITH_JANSSON
#include "dap.h"

#include <stdlib.h>
#include <string.h>

static bool read_reference(const json_t *arguments, uint64_t *address) {
    const char *text = message_string(arguments, "memoryReference");
    char *end;
    *address = text ? strtoull(text, &end, 0) : 0;
    if (!text || end == text || *end)
        return false;
    *address += (uint64_t)json_integer_value(json_object_get(arguments, "offset"));
    return true;
}

/* ---- code ------------------------------------------------------------------------------------ */

/* The address `count` instructions before `pc`. It is found by decoding from the beginning of the
   function; instructions before that count as 4 bytes. */
static uint64_t back_from(const dap *d, uint64_t pc, uint64_t count) {
    target_function f;
    uint64_t at, inside = 0, skip;
    if (!target_function_at(&d->s.t, pc, &f))
        return pc - 4 * count;
    for (at = f.start; at < pc; inside++) {
        const gisa_insn insn = target_decode(&d->s.t, at);
        at += insn.size ? insn.size : 4;
    }
    if (inside < count)
        return f.start - 4 * (count - inside);
    at = f.start;
    for (skip = inside - count; skip; skip--) {
        const gisa_insn insn = target_decode(&d->s.t, at);
        at += insn.size ? insn.size : 4;
    }
    return at;
}

static json_t *instruction(dap *d, uint64_t *pc) {
    const gisa_insn insn = target_decode(&d->s.t, *pc);
    const line_row *row = lines_at(&d->s.t.lines, *pc);
    char address[32], text[GISA_TEXT_MAX], place[TARGET_PLACE];
    json_t *told;
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)*pc);
    target_print(&d->s.t, *pc, &insn, text);
    target_place(&d->s.t, *pc, place);
    told = json_pack("{s:s, s:s, s:s}", "address", address, "instruction", text, "symbol", place);
    if (row)
        json_object_set_new(told, "line", json_integer((json_int_t)row->line - 1 + d->first_line));
    *pc += insn.size ? insn.size : 4;
    return told;
}

json_t *dap_disassemble(dap *d, const json_t *arguments, const char **why) {
    enum { MOST = 10000 };
    const json_int_t count = json_integer_value(json_object_get(arguments, "instructionCount")),
                     from = json_integer_value(json_object_get(arguments, "instructionOffset"));
    json_t *list = json_array();
    uint64_t pc;
    if (!read_reference(arguments, &pc) || count < 0 || from < -MOST || from > MOST) {
        *why = "expected an address and a number of instructions";
        json_decref(list);
        return NULL;
    }
    if (from < 0)
        pc = back_from(d, pc, (uint64_t)-from);
    for (json_int_t i = 0; i < from; i++)
        json_decref(instruction(d, &pc));
    for (json_int_t i = 0; i < count && i < MOST; i++)
        json_array_append_new(list, instruction(d, &pc));
    return json_pack("{s:o}", "instructions", list);
}

/* ---- memory, in base64 ----------------------------------------------------------------------- */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const uint8_t *from, size_t size, char *to) {
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t bits = (uint32_t)from[i] << 16 | (uint32_t)(left > 1 ? from[i + 1] : 0) << 8 |
                              (uint32_t)(left > 2 ? from[i + 2] : 0);
        for (unsigned k = 0; k < 4; k++)
            *to++ = k > left ? '=' : letters[bits >> (18 - 6 * k) & 63];
    }
    *to = 0;
}

/* Returns how many bytes; SIZE_MAX: it is not base64. `to` may be the text. */
static size_t decode(const char *text, uint8_t *to) {
    size_t size = 0;
    uint32_t bits = 0;
    unsigned count = 0;
    for (; *text && *text != '='; text++) {
        const char *letter = strchr(letters, *text);
        if (!letter)
            return SIZE_MAX;
        bits = bits << 6 | (uint32_t)(letter - letters);
        if (++count % 4 != 1)
            to[size++] = (uint8_t)(bits >> (2 * (3 - (count - 1) % 4)));
    }
    return size;
}

json_t *dap_read_memory(dap *d, const json_t *arguments, const char **why) {
    enum { MOST = 1 << 20 };
    const json_int_t count = json_integer_value(json_object_get(arguments, "count"));
    uint64_t address;
    char start[32];
    json_t *body;
    if (!read_reference(arguments, &address) || count < 0 || count > MOST) {
        *why = "expected an address and a number of bytes up to 2^20";
        return NULL;
    }
    uint8_t *bytes = malloc((size_t)count + 1);
    char *text = malloc((size_t)count * 2 + 8);
    const size_t size =
        bytes && text ? debug_read(d->s.t.d, NULL, 0, GISA_WAVE_SPACE_MEMORY, address, bytes, (size_t)count)
                      : 0;
    snprintf(start, sizeof start, "0x%llx", (unsigned long long)address);
    if (text)
        encode(bytes, bytes ? size : 0, text);
    body = json_pack("{s:s, s:s, s:I}", "address", start, "data", text ? text : "", "unreadableBytes",
                     count - (json_int_t)size);
    free(bytes);
    free(text);
    return body;
}

json_t *dap_write_memory(dap *d, const json_t *arguments, const char **why) {
    const char *text = message_string(arguments, "data");
    uint64_t address;
    uint8_t *bytes = text ? malloc(strlen(text) + 1) : NULL;
    const size_t size = bytes ? decode(text, bytes) : SIZE_MAX;
    const bool ok = read_reference(arguments, &address) && size != SIZE_MAX &&
                    debug_write(d->s.t.d, NULL, 0, GISA_WAVE_SPACE_MEMORY, address, bytes, size) == GISA_OK;
    free(bytes);
    if (ok)
        return json_pack("{s:I}", "bytesWritten", (json_int_t)size);
    *why = "expected the address of memory that the kernel can write, and data in base64";
    return NULL;
}
#else
typedef int dap_memory_is_not_built;
#endif
