/// A display engine of the kernel (kernel mode setting, drm(7)) that scans out pictures of plain memory.
///
/// In C for the unions and numbers of its interface. Functions return 0, or -1 and set errno; none waits for a frame unless
/// it says so, and none allocates after the pictures are made.
#ifndef CDISPLAYENGINE_H
#define CDISPLAYENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What scans pictures out, and where.
struct display_engine {
    /// The open file of the card, -1 before.
    int card;
    /// The connector, what scans out to it, and the place of that among its kind.
    uint32_t connector, scanner, scanner_place;
    /// The widest and the highest picture.
    uint32_t maximum_columns, maximum_lines;
    /// The plane above the one that the mode was set with, and the number of its property for a picture; 0 without one.
    uint32_t overlay, overlay_picture;
};

/// A picture in memory that the engine reads: four bytes for each pixel.
struct display_picture {
    /// The kernel's numbers of the memory, and of the picture in it; 0 without one.
    uint32_t memory, number;
    /// Its size, and the bytes from a line to the next one.
    uint32_t columns, lines, pitch;
    /// The bytes of memory.
    uint64_t size;
    /// The first pixel.
    uint32_t *pixels;
};

/// When what is scanned out, with the kernel's numbers: where in a line or a frame its parts end.
struct display_timing {
    /// The pixels of a millisecond.
    uint32_t clock;
    uint16_t columns, column_sync_start, column_sync_end, column_total;
    uint16_t lines, line_sync_start, line_sync_end, line_total;
};

/// Kinds of connectors (drm_mode.h).
enum { display_connector_virtual = 15, display_connector_dpi = 17 };

/// Opens a card. The first one to open it may set modes.
int display_open(struct display_engine *engine, const char *path);

/// Makes this file the one that may set modes, if it is not; EACCES or EBUSY if another one is.
int display_become_master(const struct display_engine *engine);

/// Finds the connector of a kind, and has the driver look at what is connected, which shows it how pixels are put on the lines.
///
/// ENOENT if there is none of that kind, ENODEV if nothing can scan out to it, EOPNOTSUPP for cards that set no modes or
/// have no plain memory.
int display_find(struct display_engine *engine, uint32_t kind);

/// Makes a picture, and maps it.
int display_make_picture(const struct display_engine *engine, uint32_t columns, uint32_t lines,
                         struct display_picture *picture);

/// Forgets a picture; does nothing for one that was not made.
void display_forget_picture(const struct display_engine *engine, struct display_picture *picture);

/// Scans a picture out, from the first line on; waits until it is.
int display_set_timing(const struct display_engine *engine, const struct display_timing *timing,
                       const struct display_picture *picture);

/// Reads the timing that is set; ENOENT if nothing is scanned out.
int display_read_timing(const struct display_engine *engine, struct display_timing *timing);

/// Finds a plane that can lie above the one with the dark picture; ENOENT without one, EOPNOTSUPP where the kernel would not
/// keep the dark picture.
int display_find_overlay(struct display_engine *engine);

/// Shows a picture on the overlay, waits until it is shown, and leaves the dark picture below it to the kernel, which takes away
/// what this process shows when it ends, but not what it has left.
int display_cover(const struct display_engine *engine, const struct display_picture *dark,
                  const struct display_picture *picture);

/// Shows a picture from the next frame on; EBUSY while another one is waited for. `display_take_event` says when it is shown.
int display_flip(const struct display_engine *engine, const struct display_picture *picture);

/// Whether a picture is shown that was flipped to: 1, or 0 if there is no word of it; -1 and errno.
int display_take_event(const struct display_engine *engine);

/// Waits for such word; 1, or 0 after the time.
int display_wait(const struct display_engine *engine, int milliseconds);

/// Scans nothing out any more.
int display_turn_off(const struct display_engine *engine);

/// Closes the card; pictures must be forgotten before.
void display_close(struct display_engine *engine);

#endif
