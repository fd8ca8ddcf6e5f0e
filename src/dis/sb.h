/* SPDX-License-Identifier: MIT */
/* What a listing says of a shader binary of the PS4 before its code. */
#ifndef GISA_DIS_SB_H
#define GISA_DIS_SB_H

#include "dis.h"

/* Comments: the stage, and what is in scalar registers when it begins. */
void dis_sb_head(dis *d, const gisa_sb_info *info);

#endif
