/// Changes of folders (inotify(7)), which Swift does not see.
///
/// A call that fails returns -1 and sets errno.
#ifndef FOLDER_WATCH_H
#define FOLDER_WATCH_H

#include <stdint.h>

/// Opens a watch of folders whose descriptor does not block.
int folder_watch_open(void);

/// Watches a folder for names that appear, disappear or are written, and for the folder itself; returns the number of the watch.
int folder_watch_add(int folders, const char *path);

/// Ends the watch with that number.
void folder_watch_remove(int folders, int watch);

/// What has happened.
enum folder_event_kind {
    /// A name was written, renamed or removed.
    folder_event_changed,
    /// A name is new.
    folder_event_created,
    /// The folder is no longer there under its name.
    folder_event_gone,
    /// Events were lost.
    folder_event_lost
};

/// An event of a folder.
struct folder_event {
    /// The number of the watch.
    int32_t watch;
    enum folder_event_kind kind;
    /// The name in the folder, within the bytes that were read; empty without one.
    const char *name;
};

/// Takes the event at the start of some bytes; returns how many bytes it takes up, 0 without a whole event.
int folder_watch_take(const uint8_t *bytes, int count, struct folder_event *event);

#endif
