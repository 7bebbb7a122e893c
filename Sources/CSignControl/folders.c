#define _GNU_SOURCE
#include "CSignControl.h"

#include <string.h>
#include <sys/inotify.h>

int control_folders_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int control_folders_watch(int folders, const char *path)
{
    // Not for every write: what is written in pieces is read when it is closed.
    return inotify_add_watch(folders, path,
                             IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF |
                                 IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR);
}

void control_folders_forget(int folders, int watch) { inotify_rm_watch(folders, watch); }

int control_folders_take(const uint8_t *bytes, int count, struct control_folders_event *result)
{
    struct inotify_event event;
    if (count < (int)sizeof event) return 0;
    memcpy(&event, bytes, sizeof event);
    if (event.len > (uint32_t)(count - (int)sizeof event)) return 0;
    const uint32_t gone = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT;
    result->watch = event.wd;
    result->kind = event.mask & IN_Q_OVERFLOW ? control_folders_lost
                   : event.mask & gone        ? control_folders_gone
                   : event.mask & IN_CREATE   ? control_folders_created
                                              : control_folders_changed;
    // The kernel ends the name with NUL where there is one.
    result->name = event.len > 0 ? (const char *)bytes + sizeof event : "";
    return (int)(sizeof event + event.len);
}
