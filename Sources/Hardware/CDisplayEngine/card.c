// The card, the connector, and what scans out to it.
#define _GNU_SOURCE
#include "ask.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// Cards have far fewer of each.
enum { maximum_objects = 32 };

int display_ask(const struct display_engine *engine, unsigned long request, void *argument)
{
    int result;
    do {
        result = ioctl(engine->card, request, argument);
    } while (result < 0 && (errno == EINTR || errno == EAGAIN));
    return result < 0 ? -1 : 0;
}

static int refuse(int code)
{
    errno = code;
    return -1;
}

int display_open(struct display_engine *engine, const char *path)
{
    memset(engine, 0, sizeof *engine);
    do {
        engine->card = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    } while (engine->card < 0 && errno == EINTR);
    return engine->card < 0 ? -1 : 0;
}

void display_close(struct display_engine *engine)
{
    if (engine->card >= 0) close(engine->card);
    engine->card = -1;
}

int display_become_master(const struct display_engine *engine)
{
    // No client has this number: a master gets EINVAL for it, and all others EACCES.
    struct drm_auth unknown = {0};
    if (display_ask(engine, DRM_IOCTL_AUTH_MAGIC, &unknown) == 0 || errno != EACCES) return 0;
    return display_ask(engine, DRM_IOCTL_SET_MASTER, NULL);
}

// Finds what can scan out to a connector.
static int find_scanner(struct display_engine *engine, const uint32_t *encoders, uint32_t encoder_count,
                        const uint32_t *scanners, uint32_t scanner_count)
{
    for (uint32_t i = 0; i < encoder_count; i++) {
        struct drm_mode_get_encoder encoder = {.encoder_id = encoders[i]};
        if (display_ask(engine, DRM_IOCTL_MODE_GETENCODER, &encoder) != 0) continue;
        for (uint32_t place = 0; place < scanner_count; place++) {
            if (!(encoder.possible_crtcs >> place & 1)) continue;
            engine->scanner = scanners[place];
            engine->scanner_place = place;
            return 0;
        }
    }
    return refuse(ENODEV);
}

static uint32_t least(uint32_t left, uint32_t right) { return left < right ? left : right; }

int display_find(struct display_engine *engine, uint32_t kind)
{
    uint32_t connectors[maximum_objects], scanners[maximum_objects], encoders[maximum_objects];
    struct drm_get_cap memory = {.capability = DRM_CAP_DUMB_BUFFER};
    if (display_ask(engine, DRM_IOCTL_GET_CAP, &memory) != 0) return -1;
    if (memory.value == 0) return refuse(EOPNOTSUPP);
    struct drm_mode_card_res card = {.connector_id_ptr = (uintptr_t)connectors,
                                     .crtc_id_ptr = (uintptr_t)scanners,
                                     .count_connectors = maximum_objects,
                                     .count_crtcs = maximum_objects};
    if (display_ask(engine, DRM_IOCTL_MODE_GETRESOURCES, &card) != 0) return -1;
    engine->maximum_columns = card.max_width;
    engine->maximum_lines = card.max_height;
    for (uint32_t i = 0; i < least(card.count_connectors, maximum_objects); i++) {
        // With no room for modes, the driver looks at what is connected.
        struct drm_mode_get_connector connector = {.connector_id = connectors[i]};
        if (display_ask(engine, DRM_IOCTL_MODE_GETCONNECTOR, &connector) != 0) return -1;
        if (connector.connector_type != kind) continue;
        struct drm_mode_modeinfo mode;
        connector = (struct drm_mode_get_connector){.connector_id = connectors[i],
                                                    .modes_ptr = (uintptr_t)&mode,
                                                    .count_modes = 1,
                                                    .encoders_ptr = (uintptr_t)encoders,
                                                    .count_encoders = maximum_objects};
        if (display_ask(engine, DRM_IOCTL_MODE_GETCONNECTOR, &connector) != 0) return -1;
        engine->connector = connectors[i];
        return find_scanner(engine, encoders, least(connector.count_encoders, maximum_objects), scanners,
                            least(card.count_crtcs, maximum_objects));
    }
    return refuse(ENOENT);
}

int display_set_timing(const struct display_engine *engine, const struct display_timing *timing,
                       const struct display_picture *picture)
{
    struct drm_mode_crtc setting = {.set_connectors_ptr = (uintptr_t)&engine->connector,
                                    .count_connectors = 1,
                                    .crtc_id = engine->scanner,
                                    .fb_id = picture->number,
                                    .mode_valid = 1,
                                    .mode = {.clock = timing->clock,
                                             .hdisplay = timing->columns,
                                             .hsync_start = timing->column_sync_start,
                                             .hsync_end = timing->column_sync_end,
                                             .htotal = timing->column_total,
                                             .vdisplay = timing->lines,
                                             .vsync_start = timing->line_sync_start,
                                             .vsync_end = timing->line_sync_end,
                                             .vtotal = timing->line_total,
                                             .flags = DRM_MODE_FLAG_PHSYNC | DRM_MODE_FLAG_PVSYNC,
                                             .type = DRM_MODE_TYPE_USERDEF,
                                             .name = "ledsign"}};
    const uint64_t pixels = (uint64_t)timing->column_total * timing->line_total;
    if (pixels > 0) setting.mode.vrefresh = (uint32_t)(((uint64_t)timing->clock * 1000 + pixels / 2) / pixels);
    return display_ask(engine, DRM_IOCTL_MODE_SETCRTC, &setting);
}

int display_read_timing(const struct display_engine *engine, struct display_timing *timing)
{
    struct drm_mode_crtc setting = {.crtc_id = engine->scanner};
    if (display_ask(engine, DRM_IOCTL_MODE_GETCRTC, &setting) != 0) return -1;
    if (!setting.mode_valid) return refuse(ENOENT);
    const struct drm_mode_modeinfo *mode = &setting.mode;
    *timing = (struct display_timing){.clock = mode->clock,
                                      .columns = mode->hdisplay,
                                      .column_sync_start = mode->hsync_start,
                                      .column_sync_end = mode->hsync_end,
                                      .column_total = mode->htotal,
                                      .lines = mode->vdisplay,
                                      .line_sync_start = mode->vsync_start,
                                      .line_sync_end = mode->vsync_end,
                                      .line_total = mode->vtotal};
    return 0;
}

int display_turn_off(const struct display_engine *engine)
{
    struct drm_mode_crtc setting = {.crtc_id = engine->scanner};
    return display_ask(engine, DRM_IOCTL_MODE_SETCRTC, &setting);
}

int display_wait(const struct display_engine *engine, int milliseconds)
{
    struct pollfd source = {.fd = engine->card, .events = POLLIN};
    const int count = poll(&source, 1, milliseconds);
    // A signal: there may be word of it or not.
    return count != 0;
}
