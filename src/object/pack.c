/* SPDX-License-Identifier: MIT */
/* Reads MessagePack, element by element: what the metadata of code objects are in. */
#include "pack.h"

static bool take(pack_reader *r, unsigned bytes_count, uint64_t *value) {
    if ((size_t)(r->end - r->at) < bytes_count)
        return false;
    *value = 0;
    for (unsigned i = 0; i < bytes_count; i++) /* big-endian */
        *value = *value << 8 | *r->at++;
    return true;
}

pack_kind pack_head(pack_reader *r, uint64_t *value) {
    uint64_t first;
    *value = 0;
    if (!take(r, 1, &first))
        return PACK_BAD;
    if (first < 0x80 || first >= 0xe0) {
        *value = first < 0x80 ? first : first | ~(uint64_t)0xff;
        return first < 0x80 ? PACK_UNSIGNED : PACK_SIGNED;
    }
    if (first < 0xc0) {
        *value = first & (first < 0xa0 ? 15 : 31);
        return first < 0x90 ? PACK_MAP : first < 0xa0 ? PACK_ARRAY : PACK_STRING;
    }
    static const struct {
        uint8_t first, bytes, kind;
    } heads[] = {
        {0xc0, 0, PACK_NIL},      {0xcc, 1, PACK_UNSIGNED}, {0xcd, 2, PACK_UNSIGNED},
        {0xce, 4, PACK_UNSIGNED}, {0xcf, 8, PACK_UNSIGNED}, {0xd0, 1, PACK_SIGNED},
        {0xd1, 2, PACK_SIGNED},   {0xd2, 4, PACK_SIGNED},   {0xd3, 8, PACK_SIGNED},
        {0xd9, 1, PACK_STRING},   {0xda, 2, PACK_STRING},   {0xdb, 4, PACK_STRING},
        {0xdc, 2, PACK_ARRAY},    {0xdd, 4, PACK_ARRAY},    {0xde, 2, PACK_MAP},
        {0xdf, 4, PACK_MAP},
    };
    if (first == 0xc2 || first == 0xc3) {
        *value = first == 0xc3;
        return PACK_BOOL;
    }
    for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++)
        if (heads[i].first == first) {
            if (!take(r, heads[i].bytes, value))
                return PACK_BAD;
            unsigned bits = 8u * heads[i].bytes;
            if (heads[i].kind == PACK_SIGNED && bits < 64 && *value >> (bits - 1))
                *value |= ~(uint64_t)0 << bits;
            return (pack_kind)heads[i].kind;
        }
    return PACK_BAD;
}

bool pack_string(pack_reader *r, uint64_t size, const char **text) {
    if ((size_t)(r->end - r->at) < size)
        return false;
    *text = (const char *)r->at;
    r->at += size;
    return true;
}

bool pack_skip(pack_reader *r, unsigned depth) {
    uint64_t value;
    const char *text;
    pack_kind kind = pack_head(r, &value);
    if (kind == PACK_BAD || !depth)
        return false;
    if (kind == PACK_STRING)
        return pack_string(r, value, &text);
    if (kind != PACK_ARRAY && kind != PACK_MAP)
        return true;
    for (uint64_t left = kind == PACK_MAP ? 2 * value : value; left; left--)
        if (!pack_skip(r, depth - 1))
            return false;
    return true;
}
