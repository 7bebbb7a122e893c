// A display client for the emulated Raspberry Pi of scripts/test-display.sh: shows pictures at the connector DPI-1 by the kernel's
// mode setting, as simply as that can be done.
//
//   probe info               what the card says about itself and the connector
//   probe show [guard]       a dark picture, A, 60 page flips between A and B; waits, with `guard` watched by a child
//   probe layers             a dark picture on the lowest layer, closed but shown, and A on a layer above it; waits
//
// Each step is a line on standard output. The pictures are those of pictures.py.
#include <drm.h>
#include <drm_mode.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { width = 1920, height = 341, clock_khz = 50000, flips = 60 };
// Kernel 6.8: releases the id of a frame buffer and leaves it on the screen.
struct close_fb {
    uint32_t fb_id, pad;
};
#define DRM_IOCTL_CLOSE_FB DRM_IOWR(0xD0, struct close_fb)

struct picture {
    uint32_t fb;
    uint32_t *pixels;
};

static int card;
static uint32_t connector, crtc, crtc_index;

static void try(const char *what, int result) {
    if (result >= 0) return;
    printf("FAILED %s: %s\n", what, strerror(errno));
    exit(1);
}

static int call(unsigned long request, void *argument) {
    int result;
    do result = ioctl(card, request, argument);
    while (result < 0 && (errno == EINTR || errno == EAGAIN));
    return result;
}

// Finds the DPI connector and the engine that is wired to it.
static void find(int loud) {
    uint32_t connectors[16], crtcs[8], encoders[8];
    struct drm_mode_card_res all = {0};
    try("resources", call(DRM_IOCTL_MODE_GETRESOURCES, &all));
    all.connector_id_ptr = (uintptr_t)connectors;
    all.crtc_id_ptr = (uintptr_t)crtcs;
    all.count_fbs = all.count_encoders = 0;
    try("resources", call(DRM_IOCTL_MODE_GETRESOURCES, &all));
    for (uint32_t i = 0; i < all.count_connectors; i++) {
        struct drm_mode_get_connector one = {.connector_id = connectors[i]};
        // Without room for modes: makes the driver look, and gives the panel its bus format.
        try("connector", call(DRM_IOCTL_MODE_GETCONNECTOR, &one));
        uint32_t modes = one.count_modes;
        if (loud)
            printf("CONNECTOR type %u %s modes %u\n", one.connector_type,
                   one.connection == 1 ? "connected" : "not connected", modes);
        if (one.connector_type != DRM_MODE_CONNECTOR_DPI) continue;
        one.count_modes = one.count_props = 0;
        one.encoders_ptr = (uintptr_t)encoders;
        try("connector", call(DRM_IOCTL_MODE_GETCONNECTOR, &one));
        struct drm_mode_get_encoder encoder = {.encoder_id = encoders[0]};
        try("encoder", call(DRM_IOCTL_MODE_GETENCODER, &encoder));
        connector = connectors[i];
        for (crtc_index = 0; !(encoder.possible_crtcs >> crtc_index & 1);) crtc_index++;
        crtc = crtcs[crtc_index];
    }
}

static uint32_t noise(uint32_t x, uint32_t y, uint32_t seed) {
    uint32_t value = x * 2654435761u ^ y * 2246822519u ^ seed * 3266489917u;
    value ^= value >> 15;
    value *= 0x85ebca6bu;
    return (value ^ value >> 13) & 0xffffff;
}

// Makes a picture: of noise, or of all lines high for seed 0.
static struct picture make(uint32_t seed) {
    struct drm_mode_create_dumb memory = {.width = width, .height = height, .bpp = 32};
    try("create", call(DRM_IOCTL_MODE_CREATE_DUMB, &memory));
    struct drm_mode_fb_cmd2 buffer = {.width = width, .height = height, .pixel_format = 0x34325258 /* XR24 */};
    buffer.handles[0] = memory.handle;
    buffer.pitches[0] = memory.pitch;
    try("frame buffer", call(DRM_IOCTL_MODE_ADDFB2, &buffer));
    struct drm_mode_map_dumb map = {.handle = memory.handle};
    try("map", call(DRM_IOCTL_MODE_MAP_DUMB, &map));
    uint32_t *pixels = mmap(NULL, memory.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, (off_t)map.offset);
    try("map", pixels == MAP_FAILED ? -1 : 0);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) pixels[y * memory.pitch / 4 + x] = seed ? noise(x, y, seed) : 0xffffff;
    return (struct picture){buffer.fb_id, pixels};
}

// Sets the mode that ledsign brings with it, and shows a picture.
static void show(struct picture picture) {
    struct drm_mode_crtc set = {
        .set_connectors_ptr = (uintptr_t)&connector, .count_connectors = 1, .crtc_id = crtc, .fb_id = picture.fb,
        .mode_valid = 1,
        .mode = {.clock = clock_khz, .hdisplay = width, .hsync_start = width, .hsync_end = width + 1,
                 .htotal = width + 1, .vdisplay = height, .vsync_start = height + 1, .vsync_end = height + 2,
                 .vtotal = height + 3, .flags = DRM_MODE_FLAG_PHSYNC | DRM_MODE_FLAG_PVSYNC, .type = DRM_MODE_TYPE_USERDEF,
                 .name = "ledsign"}};
    try("mode", call(DRM_IOCTL_MODE_SETCRTC, &set));
}

static int flip(struct picture picture, uint32_t flags) {
    struct drm_mode_crtc_page_flip flip = {.crtc_id = crtc, .fb_id = picture.fb, .flags = flags};
    return call(DRM_IOCTL_MODE_PAGE_FLIP, &flip);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static int compare(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

// Flips and waits for the event of each; prints the median of the times between them.
static void flip_often(const struct picture *pictures) {
    int64_t times[flips], last = now();
    for (int i = 0; i < flips; i++) {
        try("flip", flip(pictures[~i & 1], DRM_MODE_PAGE_FLIP_EVENT));
        struct pollfd event = {card, POLLIN, 0};
        char bytes[256];
        try("no event of a flip", poll(&event, 1, 5000) == 1 && read(card, bytes, sizeof bytes) > 0 ? 0 : -1);
        int64_t time = now();
        times[i] = time - last;
        last = time;
    }
    qsort(times, flips, sizeof *times, compare);
    printf("FLIPS %d median %lld us\n", flips, (long long)times[flips / 2] / 1000);
}

// A child that has the same open card: shows the dark picture when its parent ends, in whatever way.
static void guard(struct picture dark) {
    int ends[2];
    try("pipe", pipe(ends));
    if (fork()) {
        close(ends[0]);
        return;
    }
    setsid();
    close(ends[1]);
    char byte;
    while (read(ends[0], &byte, 1) > 0) continue;
    while (flip(dark, 0) < 0 && errno == EBUSY) usleep(500);
    printf("GUARDED %d\n", getpid());
    for (;;) pause();
}

// The dark picture on the primary layer without its id, so that nothing takes it away with this process; A above it.
static void layer(struct picture dark, struct picture picture) {
    struct drm_set_client_cap universal = {DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1};
    try("layers", call(DRM_IOCTL_SET_CLIENT_CAP, &universal));
    show(dark);
    struct close_fb closing = {.fb_id = dark.fb};
    try("close the frame buffer", call(DRM_IOCTL_CLOSE_FB, &closing));
    uint32_t planes[32];
    struct drm_mode_get_plane_res all = {.plane_id_ptr = (uintptr_t)planes, .count_planes = 32};
    try("layers", call(DRM_IOCTL_MODE_GETPLANERESOURCES, &all));
    for (uint32_t i = 0; i < all.count_planes; i++) {
        struct drm_mode_get_plane one = {.plane_id = planes[i]};
        try("layer", call(DRM_IOCTL_MODE_GETPLANE, &one));
        // Not those that belong to one engine only: its primary layer and its cursor.
        if (one.crtc_id || !(one.possible_crtcs >> crtc_index & 1) || one.possible_crtcs == 1u << crtc_index) continue;
        struct drm_mode_set_plane set = {.plane_id = planes[i], .crtc_id = crtc, .fb_id = picture.fb, .crtc_w = width,
                                         .crtc_h = height, .src_w = width << 16, .src_h = height << 16};
        try("layer", call(DRM_IOCTL_MODE_SETPLANE, &set));
        return;
    }
    try("a layer above the primary one", -1);
}

int main(int count, char **words) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *what = count > 1 ? words[1] : "info";
    card = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
    try("open", card);
    find(!strcmp(what, "info"));
    if (!strcmp(what, "info")) return 0;
    const struct picture dark = make(0), pictures[] = {make(1), make(2)};
    printf("PROCESS %d\n", getpid());
    if (!strcmp(what, "layers")) {
        layer(dark, pictures[0]);
    } else {
        if (count > 2) guard(dark);
        show(dark);
        printf("DARK\n");
        sleep(1);
        flip_often(pictures);
        usleep(100000);
        try("flip", flip(pictures[0], 0));
    }
    printf("SHOWN\n");
    for (;;) pause();
}
