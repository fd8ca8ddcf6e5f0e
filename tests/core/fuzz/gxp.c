/* SPDX-License-Identifier: MIT */
/* Fuzz target: shader files of the PS Vita. A file becomes text and comes back byte for byte, or is
 * refused; the file that a source gives is one that comes back.
 * Input: what to do (bit 0: a source, otherwise a file; 2: hex; 4: JSON); then the file or the
 * source. */
#include "again.h"

enum { SOURCE = 1, HEX = 2, JSON = 4, ERROR_LIMIT = 2 };

static void check_source(const char *source, size_t size) {
    fuzz_text messages = {0};
    gisa_asm_options as = {
        .output = GISA_OUTPUT_GXP, .report = fuzz_report, .ctx = &messages, .error_limit = ERROR_LIMIT};
    void *out;
    size_t out_size;
    gisa_status status = gisa_assemble("source", source, size, &as, &out, &out_size);
    LAW((status == GISA_OK) == (messages.errors == 0) || status == GISA_STATUS_NO_MEMORY, "%s, but %u errors",
        gisa_status_text(status), messages.errors);
    if (status == GISA_OK && out_size < (1 << 16))
        LAW(fuzz_again_gxp(out, out_size, false), "its own shader file cannot be read");
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1)
        return 0;
    uint8_t what = data[0];
    size--;
    void *input = fuzz_exactly(data + 1, size);
    if (what & SOURCE)
        check_source(input, size);
    else if (what & JSON) {
        fuzz_text text;
        fuzz_disassemble(input, size, (gisa_dis_options){.input = GISA_INPUT_GXP, .json = true}, &text);
        free(text.data);
    } else
        fuzz_again_gxp(input, size, what & HEX);
    free(input);
    return 0;
}
