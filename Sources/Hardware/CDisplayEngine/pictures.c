// Pictures in memory, and the planes that show them.
#define _GNU_SOURCE
#include "ask.h"

#include <errno.h>
#include <stdalign.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int refuse(int code)
{
    errno = code;
    return -1;
}

static int map_picture(const struct display_engine *engine, struct display_picture *picture)
{
    struct drm_mode_fb_cmd2 description = {.width = picture->columns,
                                           .height = picture->lines,
                                           .pixel_format = DRM_FORMAT_XRGB8888,
                                           .handles = {picture->memory},
                                           .pitches = {picture->pitch}};
    if (display_ask(engine, DRM_IOCTL_MODE_ADDFB2, &description) != 0) return -1;
    picture->number = description.fb_id;
    struct drm_mode_map_dumb map = {.handle = picture->memory};
    if (display_ask(engine, DRM_IOCTL_MODE_MAP_DUMB, &map) != 0) return -1;
    void *pixels =
        mmap(NULL, picture->size, PROT_READ | PROT_WRITE, MAP_SHARED, engine->card, (off_t)map.offset);
    if (pixels == MAP_FAILED) return -1;
    picture->pixels = pixels;
    return 0;
}

int display_make_picture(const struct display_engine *engine, uint32_t columns, uint32_t lines,
                         struct display_picture *picture)
{
    memset(picture, 0, sizeof *picture);
    struct drm_mode_create_dumb memory = {.width = columns, .height = lines, .bpp = 32};
    if (display_ask(engine, DRM_IOCTL_MODE_CREATE_DUMB, &memory) != 0) return -1;
    *picture = (struct display_picture){.memory = memory.handle,
                                        .columns = columns,
                                        .lines = lines,
                                        .pitch = memory.pitch,
                                        .size = memory.size};
    if (map_picture(engine, picture) == 0) return 0;
    const int code = errno;
    display_forget_picture(engine, picture);
    return refuse(code);
}

void display_forget_picture(const struct display_engine *engine, struct display_picture *picture)
{
    if (picture->pixels) munmap(picture->pixels, picture->size);
    unsigned int number = picture->number;
    if (number != 0) display_ask(engine, DRM_IOCTL_MODE_RMFB, &number);
    struct drm_mode_destroy_dumb memory = {.handle = picture->memory};
    if (picture->memory != 0) display_ask(engine, DRM_IOCTL_MODE_DESTROY_DUMB, &memory);
    memset(picture, 0, sizeof *picture);
}

// MARK: Planes

enum { maximum_planes = 64, maximum_properties = 64, plane_properties = 10 };

// What a plane shows where, in the order in which it is set; the first is the picture.
static const char *const plane_names[plane_properties] = {"FB_ID",  "CRTC_ID", "CRTC_X", "CRTC_Y", "CRTC_W",
                                                          "CRTC_H", "SRC_X",   "SRC_Y",  "SRC_W",  "SRC_H"};

struct plane {
    bool is_overlay;
    uint32_t numbers[plane_properties];
};

// Reads a plane's kind and the numbers of its properties.
static int read_plane(const struct display_engine *engine, uint32_t number, struct plane *plane)
{
    uint32_t properties[maximum_properties];
    uint64_t values[maximum_properties];
    struct drm_mode_obj_get_properties list = {.props_ptr = (uintptr_t)properties,
                                               .prop_values_ptr = (uintptr_t)values,
                                               .count_props = maximum_properties,
                                               .obj_id = number,
                                               .obj_type = DRM_MODE_OBJECT_PLANE};
    memset(plane, 0, sizeof *plane);
    if (display_ask(engine, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &list) != 0) return -1;
    const uint32_t count = list.count_props < maximum_properties ? list.count_props : maximum_properties;
    for (uint32_t i = 0; i < count; i++) {
        struct drm_mode_get_property property = {.prop_id = properties[i]};
        if (display_ask(engine, DRM_IOCTL_MODE_GETPROPERTY, &property) != 0) return -1;
        if (strcmp(property.name, "type") == 0) plane->is_overlay = values[i] == DRM_PLANE_TYPE_OVERLAY;
        for (int j = 0; j < plane_properties; j++) {
            if (strcmp(property.name, plane_names[j]) == 0) plane->numbers[j] = properties[i];
        }
    }
    for (int j = 0; j < plane_properties; j++) {
        if (plane->numbers[j] == 0) return refuse(EOPNOTSUPP);
    }
    return 0;
}

static int commit(const struct display_engine *engine, const uint32_t *properties, const uint64_t *values,
                  uint32_t count, uint32_t flags)
{
    uint32_t plane = engine->overlay;
    struct drm_mode_atomic change = {.flags = flags,
                                     .count_objs = 1,
                                     .objs_ptr = (uintptr_t)&plane,
                                     .count_props_ptr = (uintptr_t)&count,
                                     .props_ptr = (uintptr_t)properties,
                                     .prop_values_ptr = (uintptr_t)values};
    return display_ask(engine, DRM_IOCTL_MODE_ATOMIC, &change);
}

// Shows a picture on the overlay, from its first pixel to its last.
static int show_on_overlay(const struct display_engine *engine, const struct display_picture *picture, uint32_t flags)
{
    struct plane plane;
    if (read_plane(engine, engine->overlay, &plane) != 0) return -1;
    const uint64_t columns = picture->columns, lines = picture->lines;
    const uint64_t values[plane_properties] = {
        picture->number, engine->scanner, 0, 0, columns, lines, 0, 0, columns << 16, lines << 16};
    return commit(engine, plane.numbers, values, plane_properties, flags);
}

// Whether the kernel lets a picture's number go without taking the picture away: since 6.8. For a number that is no picture's it
// says so, where older kernels do not know the call.
static bool can_leave_pictures(const struct display_engine *engine)
{
    struct drm_mode_closefb nothing = {0};
    return display_ask(engine, DRM_IOCTL_MODE_CLOSEFB, &nothing) == 0 || errno == ENOENT;
}

int display_find_overlay(struct display_engine *engine)
{
    uint32_t numbers[maximum_planes];
    struct drm_set_client_cap all = {.capability = DRM_CLIENT_CAP_UNIVERSAL_PLANES, .value = 1};
    struct drm_set_client_cap atomic = {.capability = DRM_CLIENT_CAP_ATOMIC, .value = 1};
    if (!can_leave_pictures(engine)) return refuse(EOPNOTSUPP);
    if (display_ask(engine, DRM_IOCTL_SET_CLIENT_CAP, &all) != 0) return -1;
    if (display_ask(engine, DRM_IOCTL_SET_CLIENT_CAP, &atomic) != 0) return -1;
    struct drm_mode_get_plane_res list = {.plane_id_ptr = (uintptr_t)numbers, .count_planes = maximum_planes};
    if (display_ask(engine, DRM_IOCTL_MODE_GETPLANERESOURCES, &list) != 0) return -1;
    for (uint32_t i = 0; i < list.count_planes && i < maximum_planes; i++) {
        struct drm_mode_get_plane use = {.plane_id = numbers[i]};
        struct plane plane;
        if (display_ask(engine, DRM_IOCTL_MODE_GETPLANE, &use) != 0) return -1;
        if (use.crtc_id != 0 || !(use.possible_crtcs >> engine->scanner_place & 1)) continue;
        if (read_plane(engine, numbers[i], &plane) != 0 || !plane.is_overlay) continue;
        engine->overlay = numbers[i];
        engine->overlay_picture = plane.numbers[0];
        return 0;
    }
    return refuse(ENOENT);
}

int display_cover(const struct display_engine *engine, const struct display_picture *dark,
                  const struct display_picture *picture)
{
    struct drm_mode_closefb left = {.fb_id = dark->number};
    if (show_on_overlay(engine, picture, 0) != 0) return -1;
    return display_ask(engine, DRM_IOCTL_MODE_CLOSEFB, &left);
}

int display_flip(const struct display_engine *engine, const struct display_picture *picture)
{
    if (engine->overlay == 0) {
        struct drm_mode_crtc_page_flip flip = {
            .crtc_id = engine->scanner, .fb_id = picture->number, .flags = DRM_MODE_PAGE_FLIP_EVENT};
        return display_ask(engine, DRM_IOCTL_MODE_PAGE_FLIP, &flip);
    }
    const uint64_t number = picture->number;
    return commit(engine, &engine->overlay_picture, &number, 1, DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT);
}

int display_take_event(const struct display_engine *engine)
{
    alignas(struct drm_event) char bytes[1024];
    ssize_t count;
    do {
        count = read(engine->card, bytes, sizeof bytes);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return errno == EAGAIN ? 0 : -1;
    int is_shown = 0;
    for (ssize_t place = 0; place + (ssize_t)sizeof(struct drm_event) <= count;) {
        const struct drm_event *event = (const void *)(bytes + place);
        if (event->length < sizeof *event) break;
        if (event->type == DRM_EVENT_FLIP_COMPLETE) is_shown = 1;
        place += event->length;
    }
    return is_shown;
}
