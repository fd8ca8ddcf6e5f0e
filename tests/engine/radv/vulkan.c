/* SPDX-License-Identifier: MIT */
/* Vulkan: devices, pipelines, and one draw or dispatch with a descriptor set of four buffers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "radv.h"

static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queue;

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        const VkResult result_ = (call);                                                                     \
        if (result_ < 0) {                                                                                   \
            fprintf(stderr, "%s: %d\n", #call, (int)result_);                                                \
            exit(2);                                                                                         \
        }                                                                                                    \
    } while (0)

/* ---- devices --------------------------------------------------------------------------- */

static bool find_device(const char *name) {
    const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_2};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &app};
    VkInstance instance;
    VkPhysicalDevice all[8];
    uint32_t count = 8;
    TRY(vkCreateInstance(&info, NULL, &instance));
    TRY(vkEnumeratePhysicalDevices(instance, &count, all));
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties p;
        vkGetPhysicalDeviceProperties(all[i], &p);
        physical = all[i];
        if (strstr(p.deviceName, name))
            return true;
    }
    return false;
}

bool vulkan_open(const char *name) {
    const float priority = 1;
    const bool captures = strstr(name, "RADV") != NULL;
    const VkDeviceQueueCreateInfo queues = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executable = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pipelineExecutableInfo = VK_TRUE};
    const char *const extension = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    const VkPhysicalDeviceFeatures features = {.vertexPipelineStoresAndAtomics = VK_TRUE,
                                               .fragmentStoresAndAtomics = VK_TRUE};
    if (!find_device(name))
        return false;
    const VkDeviceCreateInfo create = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .pNext = captures ? &executable : NULL,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queues,
                                       .enabledExtensionCount = captures,
                                       .ppEnabledExtensionNames = &extension,
                                       .pEnabledFeatures = &features};
    TRY(vkCreateDevice(physical, &create, NULL, &device));
    vkGetDeviceQueue(device, 0, 0, &queue);
    return true;
}

/* ---- pipelines ------------------------------------------------------------------------- */

static VkShaderModule module_of(const char *path) {
    static uint32_t words[1 << 18];
    FILE *file = fopen(path, "rb");
    VkShaderModule module;
    if (!file) {
        perror(path);
        exit(2);
    }
    const VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                           .codeSize = fread(words, 1, sizeof words, file),
                                           .pCode = words};
    fclose(file);
    TRY(vkCreateShaderModule(device, &info, NULL, &module));
    return module;
}

static VkDescriptorType type_of(uint32_t binding) {
    if (binding >= BUFFERS)
        return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    return binding ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
}

static VkDescriptorSetLayout set_layout(void) {
    VkDescriptorSetLayoutBinding bindings[BUFFERS + TEXTURES] = {{0}};
    VkDescriptorSetLayout layout;
    for (uint32_t i = 0; i < BUFFERS + TEXTURES; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                     .descriptorType = type_of(i),
                                                     .descriptorCount = 1,
                                                     .stageFlags = VK_SHADER_STAGE_ALL};
    const VkDescriptorSetLayoutCreateInfo info = {.sType =
                                                      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                  .bindingCount = BUFFERS + TEXTURES,
                                                  .pBindings = bindings};
    TRY(vkCreateDescriptorSetLayout(device, &info, NULL, &layout));
    return layout;
}

static VkPipelineLayout layout_of(VkDescriptorSetLayout set) {
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set};
    VkPipelineLayout layout;
    TRY(vkCreatePipelineLayout(device, &info, NULL, &layout));
    return layout;
}

static VkPipelineShaderStageCreateInfo stage_of(const char *path, VkShaderStageFlagBits stage) {
    return (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                             .stage = stage,
                                             .module = module_of(path),
                                             .pName = "main"};
}

static VkRenderPass pass_of(void) {
    const VkAttachmentDescription color = {.format = VK_FORMAT_R32G32B32A32_SFLOAT,
                                           .samples = VK_SAMPLE_COUNT_1_BIT,
                                           .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                           .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                           .finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
    const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkSubpassDescription sub = {.colorAttachmentCount = 1, .pColorAttachments = &reference};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = 1,
                                         .pAttachments = &color,
                                         .subpassCount = 1,
                                         .pSubpasses = &sub};
    VkRenderPass pass;
    TRY(vkCreateRenderPass(device, &info, NULL, &pass));
    return pass;
}

static VkPipeline graphics(const program *p, VkPipelineLayout layout, VkRenderPass pass,
                           VkPipelineCreateFlags flags) {
    const VkPipelineShaderStageCreateInfo stages[] = {stage_of(p->vertex, VK_SHADER_STAGE_VERTEX_BIT),
                                                      stage_of(p->fragment, VK_SHADER_STAGE_FRAGMENT_BIT)};
    const VkPipelineVertexInputStateCreateInfo input = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkViewport viewport = {0, 0, SIZE, SIZE, 0, 1};
    const VkRect2D scissor = {{0, 0}, {SIZE, SIZE}};
    const VkPipelineViewportStateCreateInfo view = {.sType =
                                                        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                    .viewportCount = 1,
                                                    .pViewports = &viewport,
                                                    .scissorCount = 1,
                                                    .pScissors = &scissor};
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineColorBlendAttachmentState attachment = {.colorWriteMask = 15};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &attachment};
    const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                               .flags = flags,
                                               .stageCount = 2,
                                               .pStages = stages,
                                               .pVertexInputState = &input,
                                               .pInputAssemblyState = &assembly,
                                               .pViewportState = &view,
                                               .pRasterizationState = &raster,
                                               .pMultisampleState = &samples,
                                               .pColorBlendState = &blend,
                                               .layout = layout,
                                               .renderPass = pass};
    VkPipeline pipeline;
    TRY(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    return pipeline;
}

static VkPipeline compute(const program *p, VkPipelineLayout layout, VkPipelineCreateFlags flags) {
    const VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                              .flags = flags,
                                              .stage = stage_of(p->compute, VK_SHADER_STAGE_COMPUTE_BIT),
                                              .layout = layout};
    VkPipeline pipeline;
    TRY(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    return pipeline;
}

/* ---- what the driver says -------------------------------------------------------------- */

static void append(char **text, const char *more) {
    const size_t size = *text ? strlen(*text) : 0;
    *text = realloc(*text, size + strlen(more) + 2);
    strcpy(*text + size, more);
    strcat(*text, "\n");
}

static char *text_of(VkPipeline pipeline, uint32_t i) {
    const PFN_vkGetPipelineExecutableInternalRepresentationsKHR get =
        (PFN_vkGetPipelineExecutableInternalRepresentationsKHR)vkGetDeviceProcAddr(
            device, "vkGetPipelineExecutableInternalRepresentationsKHR");
    const VkPipelineExecutableInfoKHR which = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, .pipeline = pipeline, .executableIndex = i};
    VkPipelineExecutableInternalRepresentationKHR all[8] = {{0}};
    uint32_t count = 8;
    char *text = NULL;
    for (unsigned k = 0; k < 8; k++)
        all[k].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR;
    TRY(get(device, &which, &count, all));
    for (uint32_t k = 0; k < count; k++)
        all[k].pData = calloc(1, all[k].dataSize + 1);
    TRY(get(device, &which, &count, all));
    for (uint32_t k = 0; k < count; k++) {
        append(&text, all[k].pData);
        free(all[k].pData);
    }
    return text;
}

bool vulkan_compile(const program *p, shader_code code[2]) {
    const PFN_vkGetPipelineExecutablePropertiesKHR get =
        (PFN_vkGetPipelineExecutablePropertiesKHR)vkGetDeviceProcAddr(device,
                                                                      "vkGetPipelineExecutablePropertiesKHR");
    const VkPipelineCreateFlags flags = VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    const VkPipelineLayout layout = layout_of(set_layout());
    VkPipelineExecutablePropertiesKHR all[4] = {{0}};
    uint32_t count = 4;
    VkPipelineInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR};
    info.pipeline = p->compute ? compute(p, layout, flags) : graphics(p, layout, pass_of(), flags);
    for (unsigned k = 0; k < 4; k++)
        all[k].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR;
    TRY(get(device, &info, &count, all));
    for (uint32_t i = 0; i < count; i++)
        code[all[i].stages & VK_SHADER_STAGE_FRAGMENT_BIT ? 1 : 0].text = text_of(info.pipeline, i);
    vkDestroyPipeline(device, info.pipeline, NULL);
    return code[0].text && (p->compute || code[1].text);
}

/* ---- a run ----------------------------------------------------------------------------- */

typedef struct block {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *bytes;
} block;

static uint32_t memory_type(uint32_t allowed, VkMemoryPropertyFlags flags) {
    VkPhysicalDeviceMemoryProperties p;
    vkGetPhysicalDeviceMemoryProperties(physical, &p);
    for (uint32_t i = 0; i < p.memoryTypeCount; i++)
        if ((allowed >> i & 1) && (p.memoryTypes[i].propertyFlags & flags) == flags)
            return i;
    exit(2);
}

static block new_block(VkDeviceSize size, VkBufferUsageFlags usage) {
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    VkMemoryRequirements needs;
    block b;
    TRY(vkCreateBuffer(device, &info, NULL, &b.buffer));
    vkGetBufferMemoryRequirements(device, b.buffer, &needs);
    const VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = memory_type(needs.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                                 VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)};
    TRY(vkAllocateMemory(device, &allocate, NULL, &b.memory));
    TRY(vkBindBufferMemory(device, b.buffer, b.memory, 0));
    TRY(vkMapMemory(device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.bytes));
    return b;
}

static VkImage new_image(uint32_t size, VkFormat format, VkImageUsageFlags usage, VkImageView *view) {
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = format,
                                    .extent = {size, size, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .usage = usage};
    VkImage image;
    VkMemoryRequirements needs;
    VkDeviceMemory memory;
    TRY(vkCreateImage(device, &info, NULL, &image));
    vkGetImageMemoryRequirements(device, image, &needs);
    const VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                           .allocationSize = needs.size,
                                           .memoryTypeIndex = memory_type(needs.memoryTypeBits, 0)};
    TRY(vkAllocateMemory(device, &allocate, NULL, &memory));
    TRY(vkBindImageMemory(device, image, memory, 0));
    const VkImageViewCreateInfo seen = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = info.format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    TRY(vkCreateImageView(device, &seen, NULL, view));
    return image;
}

static VkSampler new_sampler(bool linear) {
    const VkFilter filter = linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    const VkSamplerAddressMode mode =
        linear ? VK_SAMPLER_ADDRESS_MODE_REPEAT : VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                      .magFilter = filter,
                                      .minFilter = filter,
                                      .addressModeU = mode,
                                      .addressModeV = mode,
                                      .addressModeW = mode};
    VkSampler sampler;
    TRY(vkCreateSampler(device, &info, NULL, &sampler));
    return sampler;
}

static VkCommandBuffer begin_commands(void) {
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool;
    VkCommandBuffer commands;
    TRY(vkCreateCommandPool(device, &info, NULL, &pool));
    const VkCommandBufferAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                  .commandPool = pool,
                                                  .commandBufferCount = 1};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    TRY(vkAllocateCommandBuffers(device, &allocate, &commands));
    TRY(vkBeginCommandBuffer(commands, &begin));
    return commands;
}

static void end_commands(VkCommandBuffer commands) {
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    TRY(vkEndCommandBuffer(commands));
    TRY(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
    TRY(vkQueueWaitIdle(queue));
}

static void go_to(VkCommandBuffer c, VkImage image, VkImageLayout from, VkImageLayout to) {
    const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                          .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                          .dstAccessMask =
                                              VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                          .oldLayout = from,
                                          .newLayout = to,
                                          .image = image,
                                          .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                         NULL, 0, NULL, 1, &barrier);
}

static VkImageView new_texture(const outcome *start) {
    VkImageView view;
    const block from = new_block(sizeof start->texels, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    const VkImage image = new_image(TEXELS, VK_FORMAT_R8G8B8A8_UNORM,
                                    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, &view);
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                    .imageExtent = {TEXELS, TEXELS, 1}};
    const VkCommandBuffer c = begin_commands();
    memcpy(from.bytes, start->texels, sizeof start->texels);
    go_to(c, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(c, from.buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    go_to(c, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    end_commands(c);
    return view;
}

static void put_textures(VkDescriptorSet set, const outcome *start) {
    const VkImageView view = new_texture(start);
    for (uint32_t i = 0; i < TEXTURES; i++) {
        const VkDescriptorImageInfo image = {new_sampler(i == 0), view,
                                             VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set,
                                            .dstBinding = BUFFERS + i,
                                            .descriptorCount = 1,
                                            .descriptorType = type_of(BUFFERS + i),
                                            .pImageInfo = &image};
        vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
    }
}

static VkDescriptorSet new_set(VkDescriptorSetLayout layout, const block *blocks) {
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BUFFERS - 1},
                                          {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, TEXTURES}};
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 1,
                                             .poolSizeCount = 3,
                                             .pPoolSizes = sizes};
    VkDescriptorPool pool;
    VkDescriptorSet set;
    TRY(vkCreateDescriptorPool(device, &info, NULL, &pool));
    const VkDescriptorSetAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                  .descriptorPool = pool,
                                                  .descriptorSetCount = 1,
                                                  .pSetLayouts = &layout};
    TRY(vkAllocateDescriptorSets(device, &allocate, &set));
    for (uint32_t i = 0; i < BUFFERS; i++) {
        const VkDescriptorBufferInfo buffer = {blocks[i].buffer, 0, BUFFER_BYTES};
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set,
                                            .dstBinding = i,
                                            .descriptorCount = 1,
                                            .descriptorType = i ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                                                : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                            .pBufferInfo = &buffer};
        vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
    }
    return set;
}

static void draw(const program *p, VkPipelineLayout layout, VkDescriptorSet set, const block *pixels) {
    const VkRenderPass pass = pass_of();
    const VkPipeline pipeline = graphics(p, layout, pass, 0);
    VkImageView view;
    const VkImage image =
        new_image(SIZE, VK_FORMAT_R32G32B32A32_SFLOAT,
                  VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT, &view);
    const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                          .renderPass = pass,
                                          .attachmentCount = 1,
                                          .pAttachments = &view,
                                          .width = SIZE,
                                          .height = SIZE,
                                          .layers = 1};
    VkFramebuffer frame;
    const VkClearValue clear = {{{0, 0, 0, 0}}};
    const VkCommandBuffer c = begin_commands();
    TRY(vkCreateFramebuffer(device, &info, NULL, &frame));
    const VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                         .renderPass = pass,
                                         .framebuffer = frame,
                                         .renderArea = {{0, 0}, {SIZE, SIZE}},
                                         .clearValueCount = 1,
                                         .pClearValues = &clear};
    vkCmdBeginRenderPass(c, &begin, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &set, 0, NULL);
    vkCmdDraw(c, p->vertices, 1, 0, 0);
    vkCmdEndRenderPass(c);
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                    .imageExtent = {SIZE, SIZE, 1}};
    vkCmdCopyImageToBuffer(c, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, pixels->buffer, 1, &copy);
    end_commands(c);
}

static void dispatch(const program *p, VkPipelineLayout layout, VkDescriptorSet set) {
    const VkPipeline pipeline = compute(p, layout, 0);
    const VkCommandBuffer c = begin_commands();
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(c, GROUPS_X, GROUPS_Y, 1);
    end_commands(c);
}

bool vulkan_run(const program *p, const outcome *start, outcome *result) {
    const VkDescriptorSetLayout sets = set_layout();
    const VkPipelineLayout layout = layout_of(sets);
    const block pixels = new_block(sizeof result->picture, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    block blocks[BUFFERS];
    for (unsigned i = 0; i < BUFFERS; i++) {
        blocks[i] =
            new_block(BUFFER_BYTES, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
        memcpy(blocks[i].bytes, start->buffer[i], BUFFER_BYTES);
    }
    const VkDescriptorSet set = new_set(sets, blocks);
    put_textures(set, start);
    if (p->compute)
        dispatch(p, layout, set);
    else
        draw(p, layout, set, &pixels);
    memcpy(result->picture, pixels.bytes, sizeof result->picture);
    for (unsigned i = 0; i < BUFFERS; i++)
        memcpy(result->buffer[i], blocks[i].bytes, BUFFER_BYTES);
    return true;
}
