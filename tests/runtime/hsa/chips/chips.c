/* SPDX-License-Identifier: MIT */
/* Prints each GPU's name and the name of its instruction set. Run by run.sh with every chip. */
#include <hsa/hsa.h>
#include <stdio.h>

static hsa_status_t put_isa(hsa_isa_t isa, void *data) {
    char name[64] = "";
    (void)data;
    hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME, name);
    printf(" %s\n", name);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t put_agent(hsa_agent_t agent, void *data) {
    char name[64] = "";
    hsa_device_type_t type;
    (void)data;
    hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (type != HSA_DEVICE_TYPE_GPU)
        return HSA_STATUS_SUCCESS;
    hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, name);
    printf("%s", name);
    return hsa_agent_iterate_isas(agent, put_isa, NULL);
}

int main(void) {
    return hsa_init() || hsa_iterate_agents(put_agent, NULL) || hsa_shut_down();
}
