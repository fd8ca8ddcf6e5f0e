/* SPDX-License-Identifier: MIT */
/* Which lane reads which with DPP: for the engine, and for what follows its values. */
#ifndef GISA_INSN_DPP_H
#define GISA_INSN_DPP_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gcn_facts.h"

enum {
    DPP_LANES = GCN_FACT_WAVE_LANES,
    DPP_ROW = 16,
    DPP_BANK = 4,
    DPP_BANKS = DPP_ROW / DPP_BANK
}; /* lanes */

/* Whether the masks let lane l be written. */
static inline bool dpp_writes(unsigned row_mask, unsigned bank_mask, unsigned l) {
    return row_mask >> l / DPP_ROW & 1 && bank_mask >> l / DPP_BANK % DPP_BANKS & 1;
}

/* The lane that lane l reads with this dpp_ctrl; -1: none. */
static inline int dpp_source(unsigned ctrl, int l) {
    int row = l & ~15, column = l & 15, n = (int)ctrl & 15;
    switch (ctrl & ~15u) { /* the low four bits: by how many lanes */
    case GCN_DPP_ROW_SHL_1 & ~15: return column + n > 15 ? -1 : l + n;
    case GCN_DPP_ROW_SHR_1 & ~15: return column < n ? -1 : l - n;
    case GCN_DPP_ROW_ROR_1 & ~15: return row | ((column - n) & 15);
    default: break;
    }
    switch (ctrl) {
    case GCN_DPP_WAVE_SHL_1: return l == 63 ? -1 : l + 1;
    case GCN_DPP_WAVE_ROL_1: return (l + 1) & 63;
    case GCN_DPP_WAVE_SHR_1: return l == 0 ? -1 : l - 1;
    case GCN_DPP_WAVE_ROR_1: return (l - 1) & 63;
    case GCN_DPP_ROW_MIRROR: return row | (15 - column);
    case GCN_DPP_ROW_HALF_MIRROR: return l ^ 7;
    case GCN_DPP_ROW_BCAST_15: return row ? row - 1 : -1;
    case GCN_DPP_ROW_BCAST_31: return l < 32 ? -1 : 31;
    default: return ctrl < 0x100 ? (l & ~3) | (int)(ctrl >> 2 * (l & 3) & 3) : -1;
    }
}

/* What dpp_ctrl and its masks say of all lanes. */
typedef struct dpp_moves {
    uint32_t from[DPP_LANES];    /* the lane that each lane reads; all bits set: none */
    uint32_t written[DPP_LANES]; /* all bits set: the masks let the lane be written */
    bool in_rows;                /* each lane reads one of its own row of 16 */
} dpp_moves;

#endif
