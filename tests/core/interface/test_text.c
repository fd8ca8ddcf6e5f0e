/* SPDX-License-Identifier: MIT */
/* gisa_print in any room: the whole text or none, the length that it needs, and not a byte past the
 * room, also with names of the caller's that are longer than the room. */
#include <stdio.h>
#include <string.h>

#include "interface.h"

enum { LONGEST = 900, GUARD = 0x5a };

static bool whole(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] != GUARD)
            return false;
    return true;
}

static void try_room(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, const char *want,
                     size_t room) {
    char text[LONGEST + 64];
    size_t size = room, need = strlen(want);
    memset(text, GUARD, sizeof text);
    gisa_status status = gisa_print(isa, insn, style, text, &size);
    check(status == (room > need ? GISA_OK : GISA_STATUS_NO_SPACE), "%.40s in %zu bytes: status %d", want,
          room, (int)status);
    check(size == need, "%.40s in %zu bytes: needs %zu", want, room, size);
    check(room == 0 || strcmp(text, room > need ? want : "") == 0, "%.40s in %zu bytes: %.*s", want, room,
          (int)room, text);
    check(whole(text + room, sizeof text - room), "%.40s in %zu bytes: writes past the room", want, room);
}

static size_t long_label(void *ctx, uint64_t target, char *text, size_t room) {
    (void)target;
    size_t size = strlen(ctx);
    memcpy(text, ctx, size < room ? size : room);
    return size;
}

/* After GISA_STATUS_NO_SPACE, the room that was asked for is enough. */
static void try_again(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, const char *want,
                      size_t room) {
    char text[3 * LONGEST];
    size_t size = room;
    memset(text, GUARD, sizeof text);
    gisa_status status = gisa_print(isa, insn, style, text, &size);
    check(whole(text + room, sizeof text - room), "%.40s in %zu bytes: writes past the room", want, room);
    if (status == GISA_OK)
        return;
    check(size >= room && size < sizeof text, "%.40s in %zu bytes: asks for %zu", want, room, size);
    size++;
    check(gisa_print(isa, insn, style, text, &size) == GISA_OK && strcmp(text, want) == 0,
          "%.40s after %zu bytes", want, room);
}

static void try_text(const char *arch, const char *source, const gisa_style *style, const char *want) {
    const gisa_isa *isa = gisa_find(arch);
    gisa_insn insn;
    gisa_status status = gisa_parse(isa, source, strlen(source), NULL, &insn, NULL);
    check(status == GISA_OK, "%s: %s", source, gisa_status_text(status));
    for (size_t room = 0; status == GISA_OK && room < LONGEST; room++) {
        try_again(isa, &insn, style, want, room);
        if (strlen(want) < GISA_TEXT_MAX)
            try_room(isa, &insn, style, want, room);
    }
}

/* A name of so many letters. */
static const char *name_of(size_t size, char text[LONGEST]) {
    memset(text, 'n', size);
    text[size] = 0;
    return text;
}

/* Long names in place of a literal and of a label; more than 256 bytes of a label are not taken. */
static void try_names(size_t size) {
    char name[LONGEST], want[2 * LONGEST];
    gisa_style style = {.literal = name_of(size, name)};
    strcat(strcpy(want, "s_mov_b32 s1, "), name);
    try_text("gfx900", "s_mov_b32 s1, 0x12345678", &style, want);
    style = (gisa_style){.label = long_label, .ctx = name};
    sprintf(want, "s_branch %.256s", name);
    try_text("gfx900", "s_branch 5", &style, want);
}

/* An operand of a kind that its place cannot hold has a text all the same: it begins with a
   question mark. */
static void try_wrong_kind(void) {
    const gisa_isa *isa = gisa_find("sgx543");
    char text[GISA_TEXT_MAX] = "";
    size_t size = sizeof text;
    gisa_insn insn;
    uint32_t form = gisa_form_named(isa, "mov.u16", 7);
    memset(&insn, 0, sizeof insn);
    insn.form = form;
    check(gisa_decode_operands(isa, &insn) == GISA_OK, "mov.u16 of zeros");
    for (unsigned i = 0; i < insn.operand_count; i++)
        if (insn.operand[i].kind >= GISA_KIND_TEMP) {
            insn.operand[i].kind = GISA_KIND_IMM;
            insn.operand[i].reg = 7;
        }
    check(gisa_print(isa, &insn, NULL, text, &size) == GISA_OK && strstr(text, "?7"),
          "a number as a register: %s", text);
}

static bool keep(void *ctx, const void *data, size_t size) {
    return strlen(strncat(ctx, data, size)) < LONGEST;
}

/* JSON says why a word does not come back from its text, and says nothing of words that do. */
static void try_json(uint32_t word, const char *odd) {
    char text[2 * LONGEST] = "";
    uint32_t words[2] = {word, 1};
    gisa_dis_options options = {
        .isa = gisa_find("gfx803"), .input = GISA_INPUT_RAW, .json = true, .write = keep, .ctx = text};
    gisa_status status = gisa_disassemble(words, word == 0xbf810000 ? 4 : 8, &options);
    check(status == GISA_OK && (odd ? strstr(text, odd) != NULL : !strstr(text, "\"odd\"")),
          "JSON of %08x: %s", (unsigned)word, text);
}

void check_text(void) {
    try_text("gfx900", "s_endpgm", NULL, "s_endpgm");
    try_text("gfx803", "v_add_f32_e64 v1, -v2, |s3| clamp", NULL, "v_add_f32_e64 v1, -v2, |s3| clamp");
    try_text("gfx803", "ds_swizzle_b32 v1, v2 offset:swizzle(REVERSE,8)", NULL,
             "ds_swizzle_b32 v1, v2 offset:swizzle(REVERSE,8)");
    try_names(10);
    try_names(200);
    try_names(600);
    try_wrong_kind();
    try_json(0xbf810000, NULL);
    try_json(0xbe8000ff, "\"odd\":\"literal\"");
}
