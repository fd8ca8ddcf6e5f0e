// SPDX-License-Identifier: MIT
// HIP: textures of arrays and of linear and pitched memory, surfaces, copies of arrays. Samples are
// compared with a model of the filter on the host; coordinates are multiples of an eighth of a
// texel, so that the weights of a filter are exact.
#include <cmath>
#include <cstring>
#include <vector>

#include "hip.h"

// ---- a model: an image of floats on the host ----------------------------------------------------

struct image {
    int width, height, depth;
    std::vector<float> texels;
    image(int w, int h, int d) : width(w), height(h), depth(d), texels((size_t)w * h * d) {
        for (size_t i = 0; i < texels.size(); i++)
            texels[i] = (float)((i * 7 + i / 5) % 64) - 20;
    }
    size_t row() const { return width * sizeof(float); }
};

// The index of a texel; -1: the border, which is 0.
static int place(int at, int size, hipTextureAddressMode mode) {
    if (at >= 0 && at < size)
        return at;
    switch (mode) {
    case hipAddressModeClamp: return at < 0 ? 0 : size - 1;
    case hipAddressModeWrap: return (at % size + size) % size;
    case hipAddressModeMirror:
        at = (at % (2 * size) + 2 * size) % (2 * size);
        return at < size ? at : 2 * size - 1 - at;
    default: return -1;
    }
}

static float texel(const image &of, int x, int y, int z, hipTextureAddressMode mode) {
    x = place(x, of.width, mode);
    y = place(y, of.height, mode);
    z = place(z, of.depth, mode);
    return x < 0 || y < 0 || z < 0 ? 0 : of.texels[((size_t)z * of.height + y) * of.width + x];
}

// Coordinates in texels; of dimensions that the image does not have 0.5.
static float sampled(const image &of, float x, float y, float z, const hipTextureDesc &how) {
    const hipTextureAddressMode mode = how.addressMode[0];
    if (how.filterMode == hipFilterModePoint)
        return texel(of, (int)floorf(x), (int)floorf(y), (int)floorf(z), mode);
    float sum = 0, at[3] = {x - 0.5f, y - 0.5f, z - 0.5f};
    for (int corner = 0; corner < 8; corner++) {
        float weight = 1;
        int where[3];
        for (int i = 0; i < 3; i++) {
            const float low = floorf(at[i]), part = at[i] - low;
            where[i] = (int)low + (corner >> i & 1);
            weight *= corner >> i & 1 ? part : 1 - part;
        }
        if (weight)
            sum += weight * texel(of, where[0], where[1], where[2], mode);
    }
    return sum;
}

// ---- textures of floats, every way to look at them ----------------------------------------------

enum { ONE = 1, TWO, THREE };

// Sample i of a row of them: x = first + i / 4, in texels or divided by the size.
template <int dimensions>
__global__ void sample(hipTextureObject_t texture, float *out, float first, float3 unit, float y, float z) {
    const float x = (first + threadIdx.x * 0.25f) * unit.x;
    if (dimensions == ONE)
        out[threadIdx.x] = tex1D<float>(texture, x);
    else if (dimensions == TWO)
        out[threadIdx.x] = tex2D<float>(texture, x, y * unit.y);
    else
        out[threadIdx.x] = tex3D<float>(texture, x, y * unit.y, z * unit.z);
}

template <int dimensions>
static void compare(const image &of, hipTextureObject_t texture, const hipTextureDesc &how) {
    enum { SAMPLES = 128 };
    // Powers of two, so that u = x / size is exact.
    const float3 unit = how.normalizedCoords ? make_float3(1.0f / of.width, 1.0f / of.height, 1.0f / of.depth)
                                             : make_float3(1, 1, 1);
    float got[SAMPLES], *out, first = -4.125f;
    bool same = true;
    DO(hipMalloc(&out, sizeof got));
    for (float y = dimensions > ONE ? -2.125f : 0.5f; y < (dimensions > ONE ? of.height + 2 : 1); y += 0.75f)
        for (float z = dimensions > TWO ? -1.125f : 0.5f; z < of.depth + 1; z += 0.5f) {
            sample<dimensions><<<1, SAMPLES>>>(texture, out, first, unit, y, z);
            DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
            for (int i = 0; i < SAMPLES; i++) {
                const float expected = sampled(of, first + i * 0.25f, y, z, how);
                if (fabsf(got[i] - expected) > 1e-5f && same)
                    printf("%dD filter %d clamp %d normalized %d: %g %g %g: %g, expected %g\n", dimensions,
                           how.filterMode, how.addressMode[0], how.normalizedCoords, first + i * 0.25f, y, z,
                           got[i], expected),
                        same = false;
            }
            if (dimensions < THREE)
                break;
        }
    check("samples", same);
    DO(hipFree(out));
}

template <int dimensions> static void look(const image &of, const hipResourceDesc &resource) {
    const hipTextureAddressMode modes[] = {hipAddressModeClamp, hipAddressModeBorder, hipAddressModeWrap,
                                           hipAddressModeMirror};
    for (int normalized = 0; normalized < 2; normalized++)
        for (int filter = 0; filter < 2; filter++)
            for (int mode = 0; mode < (normalized ? 4 : 2); mode++) {
                hipTextureDesc how = {};
                hipTextureObject_t texture;
                how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = modes[mode];
                how.filterMode = filter ? hipFilterModeLinear : hipFilterModePoint;
                how.normalizedCoords = normalized;
                DO(hipCreateTextureObject(&texture, &resource, &how, nullptr));
                compare<dimensions>(of, texture, how);
                DO(hipDestroyTextureObject(texture));
            }
}

static hipResourceDesc of_array(hipArray *array) {
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static void copy_3d(hipArray *array, image &host, hipMemcpyKind kind) {
    hipMemcpy3DParms copy = {};
    const hipPitchedPtr memory = make_hipPitchedPtr(host.texels.data(), host.row(), host.width, host.height);
    (kind == hipMemcpyHostToDevice ? copy.dstArray : copy.srcArray) = array;
    (kind == hipMemcpyHostToDevice ? copy.srcPtr : copy.dstPtr) = memory;
    copy.extent = make_hipExtent(host.width, host.height, host.depth);
    copy.kind = kind;
    DO(hipMemcpy3D(&copy));
}

static void arrays() {
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    image row(16, 1, 1), picture(16, 8, 1), volume(8, 4, 4);
    hipArray *array;
    DO(hipMallocArray(&array, &format, row.width, 0));
    DO(hipMemcpy2DToArray(array, 0, 0, row.texels.data(), row.row(), row.row(), 1, hipMemcpyHostToDevice));
    look<ONE>(row, of_array(array));
    DO(hipFreeArray(array));
    DO(hipMallocArray(&array, &format, picture.width, picture.height));
    DO(hipMemcpy2DToArray(array, 0, 0, picture.texels.data(), picture.row(), picture.row(), picture.height,
                          hipMemcpyHostToDevice));
    look<TWO>(picture, of_array(array));
    DO(hipFreeArray(array));
    DO(hipMalloc3DArray(&array, &format, make_hipExtent(volume.width, volume.height, volume.depth), 0));
    copy_3d(array, volume, hipMemcpyHostToDevice);
    look<THREE>(volume, of_array(array));
    image back(8, 4, 4);
    std::fill(back.texels.begin(), back.texels.end(), 0.0f);
    copy_3d(array, back, hipMemcpyDeviceToHost);
    check("a volume there and back", back.texels == volume.texels);
    DO(hipFreeArray(array));
}

// ---- memory instead of an array -----------------------------------------------------------------

__global__ void fetch(hipTextureObject_t texture, float *out, int first) {
    out[threadIdx.x] = tex1Dfetch<float>(texture, first + (int)threadIdx.x);
}

static void linear_memory() {
    enum { COUNT = 100 };
    float host[COUNT], got[COUNT + 8], *memory, *out;
    hipResourceDesc resource = {};
    hipTextureDesc how = {};
    hipTextureObject_t texture;
    for (int i = 0; i < COUNT; i++)
        host[i] = i * 0.5f + 3;
    DO(hipMalloc(&memory, sizeof host + 4096));
    DO(hipMalloc(&out, sizeof got));
    DO(hipMemset(memory, 0x7f, sizeof host + 4096));
    DO(hipMemcpy(memory, host, sizeof host, hipMemcpyHostToDevice));
    resource.resType = hipResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = hipCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof host;
    DO(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    fetch<<<1, COUNT + 8>>>(texture, out, 0);
    DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    check("texels of linear memory", memcmp(got, host, sizeof host) == 0);
    check("zeros past its end", got[COUNT] == 0 && got[COUNT + 7] == 0);
    DO(hipDestroyTextureObject(texture));
    DO(hipFree(memory));
    DO(hipFree(out));
}

static void pitched_memory() {
    image picture(32, 8, 1), back(32, 8, 1);
    hipResourceDesc resource = {};
    size_t pitch = 0;
    float *memory;
    DO(hipMallocPitch((void **)&memory, &pitch, picture.row(), picture.height));
    check("a pitch", pitch >= picture.row() && pitch % 256 == 0);
    DO(hipMemcpy2D(memory, pitch, picture.texels.data(), picture.row(), picture.row(), picture.height,
                   hipMemcpyHostToDevice));
    DO(hipMemcpy2D(back.texels.data(), picture.row(), memory, pitch, picture.row(), picture.height,
                   hipMemcpyDeviceToHost));
    check("pitched memory there and back", back.texels == picture.texels);
    resource.resType = hipResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = hipCreateChannelDesc<float>();
    resource.res.pitch2D.width = picture.width;
    resource.res.pitch2D.height = picture.height;
    resource.res.pitch2D.pitchInBytes = pitch;
    look<TWO>(picture, resource);
    DO(hipFree(memory));
    hipPitchedPtr volume;
    DO(hipMalloc3D(&volume, make_hipExtent(100, 5, 3)));
    check("a pitched volume", volume.pitch >= 100 && volume.ysize == 5);
    DO(hipMemset3D(volume, 0x11, make_hipExtent(100, 5, 3)));
    DO(hipFree(volume.ptr));
}

// ---- formats ------------------------------------------------------------------------------------

template <typename T> __global__ void read_all(hipTextureObject_t texture, T *out, int width) {
    out[blockIdx.x * width + threadIdx.x] = tex2D<T>(texture, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

// Texels of type T are read as they are.
template <typename T> static void texels(const char *what) {
    enum { WIDTH = 12, HEIGHT = 3 };
    const hipChannelFormatDesc format = hipCreateChannelDesc<T>();
    unsigned char host[HEIGHT][WIDTH * sizeof(T)];
    T got[HEIGHT][WIDTH], *out;
    hipArray *array;
    hipTextureDesc how = {};
    hipTextureObject_t texture;
    for (size_t i = 0; i < sizeof host; i++)
        ((unsigned char *)host)[i] = (unsigned char)(i * 37 % 60 + 3); // no NaN in any format
    DO(hipMallocArray(&array, &format, WIDTH, HEIGHT));
    DO(hipMemcpy2DToArray(array, 0, 0, host, sizeof host[0], sizeof host[0], HEIGHT, hipMemcpyHostToDevice));
    const hipResourceDesc resource = of_array(array);
    how.addressMode[0] = how.addressMode[1] = hipAddressModeClamp;
    DO(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    DO(hipMalloc(&out, sizeof got));
    read_all<T><<<HEIGHT, WIDTH>>>(texture, out, WIDTH);
    DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    check(what, memcmp(got, host, sizeof got) == 0);
    DO(hipDestroyTextureObject(texture));
    DO(hipFreeArray(array));
    DO(hipFree(out));
}

static float linear_of(unsigned code) { // of sRGB
    const double x = code / 255.0;
    return (float)(x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4));
}

// Bytes as fractions, plain and of sRGB.
template <bool with_sign> static void fractions(bool is_srgb) {
    enum { WIDTH = 64 };
    unsigned char host[WIDTH][4];
    float4 got[WIDTH], *out;
    // HIP 5.2's hipCreateChannelDesc<uchar4> says that they are signed.
    const hipChannelFormatDesc format = hipCreateChannelDesc(
        8, 8, 8, 8, with_sign ? hipChannelFormatKindSigned : hipChannelFormatKindUnsigned);
    hipArray *array;
    hipTextureDesc how = {};
    hipTextureObject_t texture;
    bool good = true;
    for (int i = 0; i < WIDTH * 4; i++)
        host[i / 4][i % 4] = (unsigned char)i;
    DO(hipMallocArray(&array, &format, WIDTH, 1));
    DO(hipMemcpy2DToArray(array, 0, 0, host, sizeof host, sizeof host, 1, hipMemcpyHostToDevice));
    const hipResourceDesc resource = of_array(array);
    how.addressMode[0] = how.addressMode[1] = hipAddressModeClamp;
    how.readMode = hipReadModeNormalizedFloat;
    how.sRGB = is_srgb;
    DO(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    DO(hipMalloc(&out, sizeof got));
    read_all<float4><<<1, WIDTH>>>(texture, out, WIDTH);
    DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    for (int i = 0; i < WIDTH * 4; i++) {
        const float value = ((const float *)&got[i / 4])[i % 4];
        const float expected = with_sign               ? fmaxf((signed char)i / 127.0f, -1)
                               : is_srgb && i % 4 != 3 ? linear_of((unsigned)i)
                                                       : i / 255.0f;
        if (fabsf(value - expected) > 1e-6f && good)
            printf("%d: %g, expected %g\n", i, value, expected), good = false;
    }
    check(is_srgb ? "sRGB" : with_sign ? "signed fractions" : "fractions", good);
    DO(hipDestroyTextureObject(texture));
    DO(hipFreeArray(array));
    DO(hipFree(out));
}

// ---- layers, cubes ------------------------------------------------------------------------------

__global__ void layers(hipTextureObject_t texture, float *out, int width) {
    out[(blockIdx.y * gridDim.x + blockIdx.x) * width + threadIdx.x] =
        tex2DLayered<float>(texture, threadIdx.x + 0.5f, blockIdx.x + 0.5f, blockIdx.y);
}

static void layered() {
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    image host(8, 4, 5), got(8, 4, 5);
    float *out;
    hipArray *array;
    hipTextureDesc how = {};
    hipTextureObject_t texture;
    DO(hipMalloc3DArray(&array, &format, make_hipExtent(host.width, host.height, host.depth),
                        hipArrayLayered));
    copy_3d(array, host, hipMemcpyHostToDevice);
    const hipResourceDesc resource = of_array(array);
    how.addressMode[0] = how.addressMode[1] = hipAddressModeClamp;
    DO(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    DO(hipMalloc(&out, host.texels.size() * sizeof *out));
    layers<<<dim3(host.height, host.depth), host.width>>>(texture, out, host.width);
    DO(hipMemcpy(got.texels.data(), out, host.texels.size() * sizeof *out, hipMemcpyDeviceToHost));
    check("layers", got.texels == host.texels);
    DO(hipDestroyTextureObject(texture));
    DO(hipFreeArray(array));
    DO(hipFree(out));
}

__global__ void gather(hipTextureObject_t texture, float4 *out) {
    // HIP calls the first component 1.
    out[threadIdx.x] = tex2Dgather<float4>(texture, threadIdx.x + 1.0f, 2.0f, 1);
}

// A gather has the four texels around a point, from the lower left one against the clock.
static void gathers() {
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    image host(8, 4, 1);
    float4 got[6], *out;
    hipArray *array;
    hipTextureDesc how = {};
    hipTextureObject_t texture;
    bool good = true;
    DO(hipMallocArray(&array, &format, host.width, host.height));
    DO(hipMemcpy2DToArray(array, 0, 0, host.texels.data(), host.row(), host.row(), host.height,
                          hipMemcpyHostToDevice));
    const hipResourceDesc resource = of_array(array);
    how.addressMode[0] = how.addressMode[1] = hipAddressModeClamp;
    DO(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    DO(hipMalloc(&out, sizeof got));
    gather<<<1, 6>>>(texture, out);
    DO(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    for (int i = 0; i < 6; i++) {
        const float *upper = &host.texels[8 + i], *lower = &host.texels[16 + i];
        good &= got[i].x == lower[0] && got[i].y == lower[1] && got[i].z == upper[1] && got[i].w == upper[0];
    }
    check("a gather", good);
    DO(hipDestroyTextureObject(texture));
    DO(hipFreeArray(array));
    DO(hipFree(out));
}

// ---- surfaces -----------------------------------------------------------------------------------

// Of floats alone: HIP 5.2 takes the bits of integers for those of floats
// (amd_surface_functions.h).
template <typename T> __global__ void turn(hipSurfaceObject_t from, hipSurfaceObject_t to, int width) {
    const int x = threadIdx.x, y = blockIdx.x;
    T value;
    surf2Dread(&value, from, x * (int)sizeof(T), y);
    surf2Dwrite(value, to, (width - 1 - x) * (int)sizeof(T), y);
}

template <typename T> static void surfaces(const char *what) {
    enum { WIDTH = 20, HEIGHT = 6 };
    const hipChannelFormatDesc format = hipCreateChannelDesc<T>();
    T host[HEIGHT][WIDTH], got[HEIGHT][WIDTH];
    hipArray *arrays[2];
    hipSurfaceObject_t surface[2];
    bool good = true;
    for (size_t i = 0; i < sizeof host; i++)
        ((unsigned char *)host)[i] = (unsigned char)(i * 29 % 60 + 1);
    for (int i = 0; i < 2; i++) {
        DO(hipMallocArray(&arrays[i], &format, WIDTH, HEIGHT));
        const hipResourceDesc resource = of_array(arrays[i]);
        DO(hipCreateSurfaceObject(&surface[i], &resource));
    }
    DO(hipMemcpy2DToArray(arrays[0], 0, 0, host, sizeof host[0], sizeof host[0], HEIGHT,
                          hipMemcpyHostToDevice));
    turn<T><<<HEIGHT, WIDTH>>>(surface[0], surface[1], WIDTH);
    DO(hipDeviceSynchronize());
    DO(hipMemcpy2DFromArray(got, sizeof got[0], arrays[1], 0, 0, sizeof got[0], HEIGHT,
                            hipMemcpyDeviceToHost));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            good &= memcmp(&got[y][x], &host[y][WIDTH - 1 - x], sizeof(T)) == 0;
    check(what, good);
    for (int i = 0; i < 2; i++) {
        DO(hipDestroySurfaceObject(surface[i]));
        DO(hipFreeArray(arrays[i]));
    }
}

// ---- copies of arrays ---------------------------------------------------------------------------

static void copies() {
    enum { WIDTH = 30, HEIGHT = 9 };
    const hipChannelFormatDesc format = hipCreateChannelDesc<short2>();
    short2 host[HEIGHT][WIDTH], got[4][10], back[HEIGHT][WIDTH], *device;
    hipArray *array;
    bool good = true;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            host[y][x] = make_short2(x, -y);
    DO(hipMallocArray(&array, &format, WIDTH, HEIGHT));
    DO(hipMalloc(&device, sizeof host));
    DO(hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice));
    DO(hipMemcpy2DToArray(array, 0, 0, device, sizeof host[0], sizeof host[0], HEIGHT,
                          hipMemcpyDeviceToDevice));
    DO(hipMemcpy2DFromArray(got, sizeof got[0], array, 5 * sizeof(short2), 3, sizeof got[0], 4,
                            hipMemcpyDeviceToHost));
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 10; x++)
            good &= got[y][x].x == x + 5 && got[y][x].y == -(y + 3);
    check("a rectangle of an array", good);
    for (int x = 0; x < WIDTH; x++)
        host[4][x].x = 77;
    DO(hipMemcpyToArray(array, 0, 0, host, sizeof host, hipMemcpyHostToDevice));
    DO(hipMemcpyFromArray(back, array, 0, 0, sizeof back, hipMemcpyDeviceToHost));
    check("all of an array", memcmp(back, host, sizeof host) == 0);
    DO(hipFree(device));
    DO(hipFreeArray(array));
}

// ---- references: textures that are variables ----------------------------------------------------

texture<float, hipTextureType2D, hipReadModeElementType> reference;

__global__ void read_reference(float *out, int width) {
    out[blockIdx.x * width + threadIdx.x] = tex2D(reference, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

static void references() {
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    image host(16, 8, 1), got(16, 8, 1);
    float *out;
    hipArray *array;
    DO(hipMallocArray(&array, &format, host.width, host.height));
    DO(hipMemcpy2DToArray(array, 0, 0, host.texels.data(), host.row(), host.row(), host.height,
                          hipMemcpyHostToDevice));
    reference.addressMode[0] = reference.addressMode[1] = hipAddressModeClamp;
    reference.filterMode = hipFilterModePoint;
    reference.normalized = 0;
    DO(hipBindTextureToArray(reference, array, format));
    DO(hipMalloc(&out, host.texels.size() * sizeof *out));
    read_reference<<<host.height, host.width>>>(out, host.width);
    DO(hipMemcpy(got.texels.data(), out, host.texels.size() * sizeof *out, hipMemcpyDeviceToHost));
    check("a reference", got.texels == host.texels);
    DO(hipUnbindTexture(reference));
    DO(hipFreeArray(array));
    DO(hipFree(out));
}

int main() {
    arrays();
    linear_memory();
    pitched_memory();
    texels<float>("float");
    texels<float4>("float4");
    texels<int>("int");
    texels<uint2>("uint2");
    texels<short4>("short4");
    texels<unsigned short>("ushort");
    texels<char>("char");
    texels<uchar4>("uchar4");
    fractions<false>(false);
    fractions<true>(false);
    fractions<false>(true);
    layered();
    gathers();
    surfaces<float>("a surface of float");
    surfaces<float2>("a surface of float2");
    surfaces<float4>("a surface of float4");
    copies();
    references();
    return summary();
}
