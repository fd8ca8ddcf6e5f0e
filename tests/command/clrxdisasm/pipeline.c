/* SPDX-License-Identifier: MIT */
/* pipeline COMP.spv: makes a compute pipeline of a shader on the first device of the Vulkan driver,
 * which prints the code if it is told to. Ends with 0 if the pipeline was made. */
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

static VkDevice make_device(void) {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t count = 1;
    const VkApplicationInfo about = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &about};
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo wanted = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue};
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS)
        return VK_NULL_HANDLE;
    if (vkEnumeratePhysicalDevices(instance, &count, &physical) < VK_SUCCESS || !count)
        return VK_NULL_HANDLE;
    return vkCreateDevice(physical, &wanted, NULL, &device) == VK_SUCCESS ? device : VK_NULL_HANDLE;
}

static VkPipelineLayout make_layout(VkDevice device) {
    VkDescriptorSetLayout set;
    VkPipelineLayout layout;
    const VkDescriptorSetLayoutBinding buffer = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                 .descriptorCount = 1,
                                                 .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo bindings = {.sType =
                                                          VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                      .bindingCount = 1,
                                                      .pBindings = &buffer};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set};
    if (vkCreateDescriptorSetLayout(device, &bindings, NULL, &set) != VK_SUCCESS)
        return VK_NULL_HANDLE;
    return vkCreatePipelineLayout(device, &info, NULL, &layout) == VK_SUCCESS ? layout : VK_NULL_HANDLE;
}

static int make_pipeline(VkDevice device, const uint32_t *code, size_t size) {
    VkShaderModule module;
    VkPipeline pipeline;
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = code};
    if (vkCreateShaderModule(device, &info, NULL, &module) != VK_SUCCESS)
        return 1;
    const VkComputePipelineCreateInfo wanted = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = make_layout(device)};
    if (wanted.layout == VK_NULL_HANDLE)
        return 1;
    return vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &wanted, NULL, &pipeline) != VK_SUCCESS;
}

int main(int argc, char **argv) {
    static uint32_t code[1 << 14];
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
    size_t size = f ? fread(code, 1, sizeof code, f) : 0;
    VkDevice device = size ? make_device() : VK_NULL_HANDLE;
    return device == VK_NULL_HANDLE || make_pipeline(device, code, size);
}
