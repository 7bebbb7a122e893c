#define _GNU_SOURCE
#include "folder_watch.h"

#include <string.h>
#include <sys/inotify.h>

int folder_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int folder_watch_add(int folders, const char *path)
{
    // Not for every write: a file that is written in pieces is read when it is closed.
    return inotify_add_watch(folders, path,
                             IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF |
                                 IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR);
}

void folder_watch_remove(int folders, int watch) { inotify_rm_watch(folders, watch); }

int folder_watch_take(const uint8_t *bytes, int count, struct folder_event *result)
{
    struct inotify_event event;
    if (count < (int)sizeof event) return 0;
    memcpy(&event, bytes, sizeof event);
    if (event.len > (uint32_t)(count - (int)sizeof event)) return 0;
    const uint32_t gone = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT;
    result->watch = event.wd;
    result->kind = event.mask & IN_Q_OVERFLOW ? folder_event_lost
                   : event.mask & gone        ? folder_event_gone
                   : event.mask & IN_CREATE   ? folder_event_created
                                              : folder_event_changed;
    // The kernel ends the name with NUL where there is one.
    result->name = event.len > 0 ? (const char *)bytes + sizeof event : "";
    return (int)(sizeof event + event.len);
}
