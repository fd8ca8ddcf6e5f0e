/* SPDX-License-Identifier: MIT */
/* Fuzz target: shader binaries of the PS4. What the reader finds lies in the file, and the listing
 * of the code assembles to it again, after comments. Input: what to do (bit 0: JSON, 1: words in
 * comments); then the file. */
#include "again.h"

static void check_inside(const uint8_t *file, size_t size, const uint8_t *at, size_t length,
                         const char *what) {
    LAW(!length || (at >= file && length <= size && (size_t)(at - file) <= size - length),
        "%s is not in the file", what);
}

static void check_info(const uint8_t *file, size_t size, const gisa_sb_info *info) {
    gisa_sb_slot slot;
    const char *name;
    uint32_t value;
    unsigned count = 0;
    LAW(info->has_header || info->has_footer, "neither header nor footer");
    check_inside(file, size, info->code, info->code_size, "code");
    check_inside(file, size, info->slots, 4 * (size_t)info->slot_count, "user data");
    check_inside(file, size, info->words, 4 * (size_t)info->words_count, "registers");
    while (gisa_sb_slot_at(info, count, &slot) == GISA_OK)
        count++;
    LAW(count == info->slot_count, "%u slots of %u", count, info->slot_count);
    for (count = 0; gisa_sb_register_at(info, count, &name, &value) == GISA_OK; count++)
        LAW(*name, "register %u has no name", count);
    LAW(count == info->words_count, "%u registers of %u", count, info->words_count);
}

static void check_again(const gisa_sb_info *info, const fuzz_text *text) {
    fuzz_text messages = {0};
    gisa_asm_options as = {
        .isa = info->isa, .output = GISA_OUTPUT_RAW, .report = fuzz_report, .ctx = &messages};
    void *out;
    size_t size;
    gisa_status status = gisa_assemble("again", text->data, text->size, &as, &out, &size);
    LAW(status == GISA_OK, "what was disassembled does not assemble: %s\n%.*s", messages.first,
        (int)text->size, text->data);
    LAW(size == info->code_size && memcmp(out, info->code, size) == 0, "other bytes came back");
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gisa_sb_info info;
    gisa_error error = {.message = ""};
    fuzz_text text;
    if (size < 1)
        return 0;
    const uint8_t what = data[0];
    uint8_t *file = fuzz_exactly(data + 1, --size);
    const gisa_status status = gisa_sb_read(file, size, &info, &error);
    LAW(status != GISA_STATUS_BAD_FILE || (*error.message && error.offset <= size),
        "no message, or no place");
    gisa_dis_options dis = {.input = GISA_INPUT_SB, .json = what & 1, .hex = what & 2};
    const gisa_status listed = fuzz_disassemble(file, size, dis, &text);
    LAW((listed == GISA_OK) == (status == GISA_OK), "%s, but %s", gisa_status_text(status),
        gisa_status_text(listed));
    if (status == GISA_OK) {
        check_info(file, size, &info);
        if (!dis.json)
            check_again(&info, &text);
    }
    free(text.data);
    free(file);
    return 0;
}
