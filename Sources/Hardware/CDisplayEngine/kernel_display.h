// The part of the kernel's interface to display engines that is used here, with its own names: include/uapi/drm/drm.h and
// drm_mode.h, which are under the MIT licence. It never changes, and Debian 12 has these headers only in a package of a
// library that is not needed.
#ifndef KERNEL_DISPLAY_H
#define KERNEL_DISPLAY_H

#include <linux/ioctl.h>
#include <stdint.h>

enum {
    DRM_CLIENT_CAP_UNIVERSAL_PLANES = 2,
    DRM_CLIENT_CAP_ATOMIC = 3,
    DRM_CAP_DUMB_BUFFER = 1,
    DRM_EVENT_FLIP_COMPLETE = 2,
    DRM_MODE_PAGE_FLIP_EVENT = 1,
    DRM_MODE_ATOMIC_TEST_ONLY = 0x100,
    DRM_MODE_ATOMIC_NONBLOCK = 0x200,
    DRM_MODE_FLAG_PHSYNC = 1 << 0,
    DRM_MODE_FLAG_PVSYNC = 1 << 2,
    DRM_MODE_TYPE_USERDEF = 1 << 5,
    DRM_FORMAT_XRGB8888 = 0x34325258,
    DRM_PLANE_TYPE_OVERLAY = 0,
};
#define DRM_MODE_OBJECT_PLANE 0xeeeeeeeeu

struct drm_get_cap {
    uint64_t capability, value;
};

struct drm_set_client_cap {
    uint64_t capability, value;
};

struct drm_auth {
    uint32_t magic;
};

struct drm_mode_modeinfo {
    uint32_t clock;
    uint16_t hdisplay, hsync_start, hsync_end, htotal, hskew;
    uint16_t vdisplay, vsync_start, vsync_end, vtotal, vscan;
    uint32_t vrefresh, flags, type;
    char name[32];
};

struct drm_mode_card_res {
    uint64_t fb_id_ptr, crtc_id_ptr, connector_id_ptr, encoder_id_ptr;
    uint32_t count_fbs, count_crtcs, count_connectors, count_encoders;
    uint32_t min_width, max_width, min_height, max_height;
};

struct drm_mode_crtc {
    uint64_t set_connectors_ptr;
    uint32_t count_connectors, crtc_id, fb_id, x, y, gamma_size, mode_valid;
    struct drm_mode_modeinfo mode;
};

struct drm_mode_get_encoder {
    uint32_t encoder_id, encoder_type, crtc_id, possible_crtcs, possible_clones;
};

struct drm_mode_get_connector {
    uint64_t encoders_ptr, modes_ptr, props_ptr, prop_values_ptr;
    uint32_t count_modes, count_props, count_encoders, encoder_id, connector_id, connector_type, connector_type_id;
    uint32_t connection, mm_width, mm_height, subpixel, pad;
};

struct drm_mode_get_property {
    uint64_t values_ptr, enum_blob_ptr;
    uint32_t prop_id, flags;
    char name[32];
    uint32_t count_values, count_enum_blobs;
};

struct drm_mode_obj_get_properties {
    uint64_t props_ptr, prop_values_ptr;
    uint32_t count_props, obj_id, obj_type;
};

struct drm_mode_fb_cmd2 {
    uint32_t fb_id, width, height, pixel_format, flags, handles[4], pitches[4], offsets[4];
    uint64_t modifier[4];
};

struct drm_mode_closefb {
    uint32_t fb_id, pad;
};

struct drm_mode_crtc_page_flip {
    uint32_t crtc_id, fb_id, flags, reserved;
    uint64_t user_data;
};

struct drm_mode_create_dumb {
    uint32_t height, width, bpp, flags, handle, pitch;
    uint64_t size;
};

struct drm_mode_map_dumb {
    uint32_t handle, pad;
    uint64_t offset;
};

struct drm_mode_destroy_dumb {
    uint32_t handle;
};

struct drm_mode_get_plane_res {
    uint64_t plane_id_ptr;
    uint32_t count_planes;
};

struct drm_mode_get_plane {
    uint32_t plane_id, crtc_id, fb_id, possible_crtcs, gamma_size, count_format_types;
    uint64_t format_type_ptr;
};

struct drm_mode_atomic {
    uint32_t flags, count_objs;
    uint64_t objs_ptr, count_props_ptr, props_ptr, prop_values_ptr, reserved, user_data;
};

struct drm_event {
    uint32_t type, length;
};

#define DRM_IOCTL_GET_CAP _IOWR('d', 0x0c, struct drm_get_cap)
#define DRM_IOCTL_SET_CLIENT_CAP _IOW('d', 0x0d, struct drm_set_client_cap)
#define DRM_IOCTL_AUTH_MAGIC _IOW('d', 0x11, struct drm_auth)
#define DRM_IOCTL_SET_MASTER _IO('d', 0x1e)
#define DRM_IOCTL_MODE_GETRESOURCES _IOWR('d', 0xa0, struct drm_mode_card_res)
#define DRM_IOCTL_MODE_GETCRTC _IOWR('d', 0xa1, struct drm_mode_crtc)
#define DRM_IOCTL_MODE_SETCRTC _IOWR('d', 0xa2, struct drm_mode_crtc)
#define DRM_IOCTL_MODE_GETENCODER _IOWR('d', 0xa6, struct drm_mode_get_encoder)
#define DRM_IOCTL_MODE_GETCONNECTOR _IOWR('d', 0xa7, struct drm_mode_get_connector)
#define DRM_IOCTL_MODE_GETPROPERTY _IOWR('d', 0xaa, struct drm_mode_get_property)
#define DRM_IOCTL_MODE_RMFB _IOWR('d', 0xaf, unsigned int)
#define DRM_IOCTL_MODE_PAGE_FLIP _IOWR('d', 0xb0, struct drm_mode_crtc_page_flip)
#define DRM_IOCTL_MODE_CREATE_DUMB _IOWR('d', 0xb2, struct drm_mode_create_dumb)
#define DRM_IOCTL_MODE_MAP_DUMB _IOWR('d', 0xb3, struct drm_mode_map_dumb)
#define DRM_IOCTL_MODE_DESTROY_DUMB _IOWR('d', 0xb4, struct drm_mode_destroy_dumb)
#define DRM_IOCTL_MODE_GETPLANERESOURCES _IOWR('d', 0xb5, struct drm_mode_get_plane_res)
#define DRM_IOCTL_MODE_GETPLANE _IOWR('d', 0xb6, struct drm_mode_get_plane)
#define DRM_IOCTL_MODE_ADDFB2 _IOWR('d', 0xb8, struct drm_mode_fb_cmd2)
#define DRM_IOCTL_MODE_OBJ_GETPROPERTIES _IOWR('d', 0xb9, struct drm_mode_obj_get_properties)
#define DRM_IOCTL_MODE_ATOMIC _IOWR('d', 0xbc, struct drm_mode_atomic)
#define DRM_IOCTL_MODE_CLOSEFB _IOWR('d', 0xd0, struct drm_mode_closefb)

#endif
