/* SPDX-License-Identifier: MIT */
/* libclc 19 looks for the global offset where Mesa puts it, which in code objects of version 5 is
 * the number of groups along y and z. There is no offset here. */
size_t __attribute__((overloadable)) get_global_offset(uint d) {
    return 0;
}
size_t __attribute__((overloadable)) get_global_id(uint d) {
    return get_group_id(d) * get_local_size(d) + get_local_id(d);
}
