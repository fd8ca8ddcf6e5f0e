/* SPDX-License-Identifier: MIT */
/* C11-style atomics with memory orders and scopes: waits and cache control between accesses. */

kernel void publish(global int *data, global volatile atomic_int *flag)
{
    data[get_global_id(0)] = (int)get_global_id(0);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    if (get_local_id(0) == 0)
        __opencl_atomic_store(flag, 1, memory_order_release, memory_scope_all_svm_devices);
}

kernel void await(global const int *data, global volatile atomic_int *flag, global int *out)
{
    while (!__opencl_atomic_load(flag, memory_order_acquire, memory_scope_device))
        ;
    out[get_global_id(0)] = data[get_global_id(0) ^ 1];
}

kernel void orders(global volatile atomic_int *a, local volatile atomic_int *b)
{
    __opencl_atomic_fetch_add(a, 1, memory_order_relaxed, memory_scope_work_group);
    __opencl_atomic_fetch_add(a, 1, memory_order_acq_rel, memory_scope_device);
    __opencl_atomic_fetch_or(b, 2, memory_order_seq_cst, memory_scope_work_group);
    __opencl_atomic_exchange(a + 1, 3, memory_order_seq_cst, memory_scope_all_svm_devices);
    int expected = 4;
    __opencl_atomic_compare_exchange_strong(a + 2, &expected, 5, memory_order_acq_rel, memory_order_acquire,
                                            memory_scope_device);
    mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
}
