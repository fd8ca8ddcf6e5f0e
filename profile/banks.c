/* SPDX-License-Identifier: MIT */
/*
 * Conflicts between banks of LDS. As many dwords are served at once as there are banks: those of 32
 * lanes. Lanes that want different dwords of one bank wait for each other, those that want the same
 * dword do not. How lanes are grouped for wider elements is not documented: here as many lanes in a
 * row as have 32 dwords together, which gives the rates that are known of ds_read_b64 and
 * ds_read_b128.
 */
#include "profile.h"

enum { MOST_BANKS = 32, AT_ONCE = 32, MOST_ELEMENTS = 2, MOST_DWORDS = 4 };
enum { MOST_TURNS = GISA_WAVE_LANES * MOST_DWORDS / AT_ONCE };

/* The dwords that are wanted at once. */
typedef struct turn {
    uint64_t dword[AT_ONCE];
    unsigned count;
} turn;

static bool is_wanted_before(const turn *t, unsigned i) {
    for (unsigned k = 0; k < i; k++)
        if (t->dword[k] == t->dword[i])
            return true;
    return false;
}

/* How many passes it takes: the most different dwords in one bank. */
static unsigned passes(const turn *t, uint32_t banks) {
    uint8_t different[MOST_BANKS] = {0};
    unsigned most = 0;
    for (unsigned i = 0; i < t->count; i++)
        if (!is_wanted_before(t, i)) {
            const unsigned now = ++different[t->dword[i] % banks];
            most = now > most ? now : most;
        }
    return most;
}

/* Three dwords take the room of four. */
static void add(turn turns[MOST_TURNS], const gisa_wave_access *a) {
    const unsigned dwords = (a->size + 3) / 4 < MOST_DWORDS ? (a->size + 3) / 4 : MOST_DWORDS,
                   room = dwords == 3 ? MOST_DWORDS : dwords;
    turn *t = &turns[a->lane * room / AT_ONCE];
    for (unsigned i = 0; i < dwords && t->count < AT_ONCE; i++)
        t->dword[t->count++] = a->address / 4 + i;
}

void banks_count(uint32_t banks, const gisa_wave_access *access, uint32_t count, gisa_profile_row *row) {
    turn turns[MOST_ELEMENTS][MOST_TURNS];
    uint8_t elements[GISA_WAVE_LANES] = {0}; /* of each lane, so far */
    for (unsigned i = 0; i < MOST_ELEMENTS * MOST_TURNS; i++)
        turns[i / MOST_TURNS][i % MOST_TURNS].count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const gisa_wave_access *a = &access[i];
        if (a->space == GISA_WAVE_SPACE_LDS && a->lane < GISA_WAVE_LANES && elements[a->lane] < MOST_ELEMENTS)
            add(turns[elements[a->lane]++], a);
    }
    banks = banks && banks < MOST_BANKS ? banks : MOST_BANKS;
    for (unsigned i = 0; i < MOST_ELEMENTS * MOST_TURNS; i++) {
        const unsigned taken = passes(&turns[i / MOST_TURNS][i % MOST_TURNS], banks);
        row->lds_rounds += taken;
        row->lds_quickest += taken != 0;
    }
}
