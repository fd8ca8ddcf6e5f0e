/* SPDX-License-Identifier: MIT */
/* The words of the spec's language: isagen reads them, the library says them. */
#include "words.h"

#include <string.h>

const type_word words_types[TYPE_WORDS] = {
    {"b16", GISA_TYPE_B16, 1, false},     {"u16", GISA_TYPE_U16, 1, false},
    {"i16", GISA_TYPE_I16, 1, false},     {"f16", GISA_TYPE_F16, 1, true},
    {"b32", GISA_TYPE_B32, 1, false},     {"u32", GISA_TYPE_U32, 1, false},
    {"i32", GISA_TYPE_I32, 1, false},     {"f32", GISA_TYPE_F32, 1, true},
    {"v2b16", GISA_TYPE_V2B16, 1, false}, {"v2i16", GISA_TYPE_V2I16, 1, false},
    {"v2f16", GISA_TYPE_V2F16, 1, true},  {"b64", GISA_TYPE_B64, 2, false},
    {"u64", GISA_TYPE_U64, 2, false},     {"i64", GISA_TYPE_I64, 2, false},
    {"f64", GISA_TYPE_F64, 2, true},      {"b96", GISA_TYPE_BITS, 3, false},
    {"b128", GISA_TYPE_BITS, 4, false},   {"b160", GISA_TYPE_BITS, 5, false},
    {"b192", GISA_TYPE_BITS, 6, false},   {"b224", GISA_TYPE_BITS, 7, false},
    {"b256", GISA_TYPE_BITS, 8, false},   {"b288", GISA_TYPE_BITS, 9, false},
    {"b320", GISA_TYPE_BITS, 10, false},  {"b352", GISA_TYPE_BITS, 11, false},
    {"b384", GISA_TYPE_BITS, 12, false},  {"b512", GISA_TYPE_BITS, 16, false},
};

const kind_word words_kinds[GISA_KIND_COUNT] = {
    [GISA_KIND_NONE] = {"none", "", 0},          [GISA_KIND_SGPR] = {"sgpr", "", 0},
    [GISA_KIND_VGPR] = {"vgpr", "", 0},          [GISA_KIND_TTMP] = {"ttmp", "", 0},
    [GISA_KIND_NAMED] = {"named", "", 0},        [GISA_KIND_INLINE] = {"inline", "", 0},
    [GISA_KIND_LITERAL] = {"literal", "", 0},    [GISA_KIND_IMM] = {"immediate", "", 0},
    [GISA_KIND_LABEL] = {"label", "", 0},        [GISA_KIND_FLAG] = {"flag", "", 0},
    [GISA_KIND_TEMP] = {"temp", "r", 1},         [GISA_KIND_OUTPUT] = {"output", "o", 1},
    [GISA_KIND_PRIMARY] = {"primary", "pa", 2},  [GISA_KIND_SECONDARY] = {"secondary", "sa", 2},
    [GISA_KIND_INTERNAL] = {"internal", "i", 1}, [GISA_KIND_INDEX] = {"index", "index", 5},
    [GISA_KIND_INDEXED1] = {"indexed1", "", 0},  [GISA_KIND_INDEXED2] = {"indexed2", "", 0},
    [GISA_KIND_TABLE] = {"constant", "c", 1},    [GISA_KIND_GLOBAL] = {"global", "g", 1},
    [GISA_KIND_NUMBER] = {"number", "#", 1},
};

const char words_channels[] = "xyzw012h";

const char *const words_classes[GISA_CLASS_COUNT] = {
    "none",   "salu",   "valu",   "smem",    "ds",     "flat",    "buffer", "image",
    "export", "interp", "branch", "control", "vector", "integer", "sample", "move"};

const char *const words_flows[GISA_FLOW_COUNT] = {"next", "jump", "conditional", "call", "return", "end"};

const char *const words_states[STATE_WORDS] = {"scc",    "vcc", "exec", "m0",           "pc",  "mode",
                                               "memory", "lds", "gds",  "flat_scratch", "trap"};

const char *const words_evidences[GISA_EVIDENCE_COUNT] = {NULL, "manual", "agreed", "measured"};

const char *const words_roles[GISA_ROLE_COUNT] = {
    [GISA_ROLE_NONE] = "",
    [GISA_ROLE_RESULT] = "result",
    [GISA_ROLE_SOURCE] = "source",
    [GISA_ROLE_ADDRESS] = "address",
    [GISA_ROLE_RESOURCE] = "resource",
    [GISA_ROLE_SAMPLER] = "sampler",
    [GISA_ROLE_BASE] = "base",
    [GISA_ROLE_OFFSET] = "offset",
    [GISA_ROLE_OFFSET0] = "offset0",
    [GISA_ROLE_OFFSET1] = "offset1",
    [GISA_ROLE_IMMEDIATE] = "immediate",
    [GISA_ROLE_TARGET] = "target",
    [GISA_ROLE_CLAMP] = "clamp",
    [GISA_ROLE_OMOD] = "omod",
    [GISA_ROLE_SRC0_SEL] = "src0_sel",
    [GISA_ROLE_SRC1_SEL] = "src1_sel",
    [GISA_ROLE_DST_SEL] = "dst_sel",
    [GISA_ROLE_DST_UNUSED] = "dst_unused",
    [GISA_ROLE_DPP_CTRL] = "dpp_ctrl",
    [GISA_ROLE_ROW_MASK] = "row_mask",
    [GISA_ROLE_BANK_MASK] = "bank_mask",
    [GISA_ROLE_BOUND_CTRL] = "bound_ctrl",
    [GISA_ROLE_OP_SEL] = "op_sel",
    [GISA_ROLE_OP_SEL_HI] = "op_sel_hi",
    [GISA_ROLE_NEG_LO] = "neg_lo",
    [GISA_ROLE_NEG_HI] = "neg_hi",
    [GISA_ROLE_GLC] = "glc",
    [GISA_ROLE_GDS] = "gds",
    [GISA_ROLE_IDXEN] = "idxen",
    [GISA_ROLE_OFFEN] = "offen",
    [GISA_ROLE_ADDR64] = "addr64",
    [GISA_ROLE_TFE] = "tfe",
    [GISA_ROLE_FORMAT] = "format",
    [GISA_ROLE_PREDICATE] = "predicate",
    [GISA_ROLE_REPEAT] = "repeat",
    [GISA_ROLE_SOURCE_FORMAT] = "source_format",
    [GISA_ROLE_RESULT_FORMAT] = "result_format",
    [GISA_ROLE_END] = "end",
    [GISA_ROLE_LINK] = "link",
    [GISA_ROLE_DMASK] = "dmask",
    [GISA_ROLE_UNORM] = "unorm",
    [GISA_ROLE_DA] = "da",
    [GISA_ROLE_R128] = "r128",
    [GISA_ROLE_A16] = "a16",
    [GISA_ROLE_D16] = "d16",
    [GISA_ROLE_LWE] = "lwe",
    [GISA_ROLE_ATTRIBUTE] = "attribute",
    [GISA_ROLE_PARAMETER] = "parameter",
    [GISA_ROLE_HIGH] = "high",
    [GISA_ROLE_EXPORT_TARGET] = "export_target",
    [GISA_ROLE_COMPRESSED] = "compressed",
    [GISA_ROLE_DONE] = "done",
    [GISA_ROLE_VALID] = "valid",
};

const char *const words_codecs[CODEC_COUNT] = {
    "absent",  "code",     "vgpr", "literal",    "number",       "flag",   "choice",  "array",
    "label",   "implied",  "off",  "word",       "waitcnt",      "hwreg",  "sendmsg", "gpr_idx",
    "swizzle", "dpp_ctrl", "attr", "exp_source", "mtbuf_format", "banked", "join",    "joined",
};

const char *const words_codings[CODING_COUNT] = {"plain", "exponent", "pair",  "bits",       "reversed",
                                                 "bc1",   "bc2",      "bc3",   "bc4",        "bc5",
                                                 "bc6",   "bc7",      "fmask", "unsupported"};

const codec_text words_codec_texts[CODEC_COUNT] = {
    [CODEC_LITERAL] = {"a constant in a dword of its own", NULL},
    [CODEC_NUMBER] = {"a number", NULL},
    [CODEC_JOINED] = {"a number", NULL},
    [CODEC_ARRAY] = {"a list of bits, 0 or 1", NULL},
    [CODEC_LABEL] = {"a label, or the distance to it as a number", NULL},
    [CODEC_OFF] = {"always the word `off`, which no bit holds", NULL},
    [CODEC_WORD] = {"always written", NULL},
    [CODEC_WAITCNT] = {"counters, each with a number: `vmcnt(0)`, or one number for all", "WAITCNT"},
    [CODEC_HWREG] = {"`hwreg(name)`, `hwreg(name, lowest bit, number of bits)`, or a number", "HWREG"},
    [CODEC_SENDMSG] = {"`sendmsg(message)`, `sendmsg(message, operation, stream)`, or a number",
                       "MSG GS_OP SYSMSG_OP"},
    [CODEC_GPR_IDX] = {"`gpr_idx(names)`, or a number", "GPR_IDX"},
    [CODEC_SWIZZLE] = {"a mode: `swizzle(mode, ...)`, which the field of the offset holds", NULL},
    [CODEC_DPP_CTRL] = {"a name, or `quad_perm:[a,b,c,d]`", "DPP"},
    [CODEC_ATTR] = {"an attribute: `attr`, its number, a dot and the channel", "CHAN"},
    [CODEC_EXP_SOURCE] = {"a vector register, or `off`", NULL},
    [CODEC_MTBUF_FORMAT] = {"formats: `format:[data format,number format]`", "DFMT NFMT"},
};

const char *words_hwreg_parts(const char *llvm) {
    static const char prefix[] = "HW_REG_";
    return llvm + (strncmp(llvm, prefix, sizeof prefix - 1) ? 0 : sizeof prefix - 1);
}
