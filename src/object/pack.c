/* SPDX-License-Identifier: MIT */
/* Reads and writes MessagePack, element by element: what the metadata of code objects are in. */
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

/* ---- Writing ---- */

static void put_number(bytes *out, uint8_t head, uint64_t value, unsigned bytes_count) {
    uint8_t all[9] = {head};
    for (unsigned i = 0; i < bytes_count; i++)
        all[1 + i] = (uint8_t)(value >> 8 * (bytes_count - 1 - i));
    bytes_append(out, all, 1 + bytes_count);
}

/* A head with the smallest count that holds `value`: heads for 1, 2, 4 and 8 bytes, 0 where there
   is none. */
static void put_head(bytes *out, uint64_t value, const uint8_t heads[4]) {
    unsigned i = value <= UINT8_MAX && heads[0] ? 0 : value <= UINT16_MAX ? 1 : value <= UINT32_MAX ? 2 : 3;
    put_number(out, heads[i], value, 1u << i);
}

void pack_put_unsigned(bytes *out, uint64_t value) {
    if (value < 0x80)
        put_number(out, (uint8_t)value, 0, 0);
    else
        put_head(out, value, (const uint8_t[]){0xcc, 0xcd, 0xce, 0xcf});
}

void pack_put_negative(bytes *out, int64_t value) {
    if (value >= -32)
        put_number(out, (uint8_t)value, 0, 0);
    else if (value >= INT8_MIN)
        put_number(out, 0xd0, (uint64_t)value, 1);
    else if (value >= INT16_MIN)
        put_number(out, 0xd1, (uint64_t)value, 2);
    else if (value >= INT32_MIN)
        put_number(out, 0xd2, (uint64_t)value, 4);
    else
        put_number(out, 0xd3, (uint64_t)value, 8);
}

void pack_put_string(bytes *out, const void *text, size_t size) {
    if (size < 32)
        put_number(out, (uint8_t)(0xa0 | size), 0, 0);
    else
        put_head(out, size, (const uint8_t[]){0xd9, 0xda, 0xdb, 0});
    bytes_append(out, text, size);
}

void pack_put_collection(bytes *out, bool map, size_t count) {
    if (count < 16)
        put_number(out, (uint8_t)((map ? 0x80 : 0x90) | count), 0, 0);
    else
        put_head(out, count, map ? (const uint8_t[]){0, 0xde, 0xdf, 0} : (const uint8_t[]){0, 0xdc, 0xdd, 0});
}

void pack_put_bool(bytes *out, bool value) {
    put_number(out, value ? 0xc3 : 0xc2, 0, 0);
}

void pack_put_nil(bytes *out) {
    put_number(out, 0xc0, 0, 0);
}
