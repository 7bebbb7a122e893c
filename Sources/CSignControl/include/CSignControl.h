/// Linux calls that Swift does not see: one descriptor for many (epoll(7)), wake-ups at an instant (timerfd_create(2)),
/// changes of folders (inotify(7)), and sockets whose files nobody else can open before their permissions are set.
///
/// What fails returns -1 and sets errno.
#ifndef CSIGNCONTROL_H
#define CSIGNCONTROL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Opens a descriptor that can be read when one of those that are watched is ready.
int control_poll_open(void);

/// Watches a descriptor, or changes for what it is watched; for neither it is watched no more.
int control_poll_watch(int poll, int descriptor, bool reads, bool writes);

/// Takes descriptors that are ready now, at most `count`, without waiting; returns how many.
int control_poll_take(int poll, int32_t *descriptors, int count);

/// Opens a timer of CLOCK_MONOTONIC that can be read when its instant has come; it is not set.
int control_timer_open(void);

/// Sets the instant in nanoseconds; INT64_MAX for never, the past for now.
int control_timer_set(int timer, int64_t nanoseconds);

/// Opens a watch of folders whose descriptor does not block.
int control_folders_open(void);

/// Watches a folder for names that come, go or are written, and for the folder itself; returns the number of the watch.
int control_folders_watch(int folders, const char *path);

/// What has happened.
enum control_folders_kind {
    /// A name was written, renamed or removed.
    control_folders_changed,
    /// A name is new.
    control_folders_created,
    /// The folder is not there any more under its name.
    control_folders_gone,
    /// Events were lost.
    control_folders_lost
};

/// An event of a folder.
struct control_folders_event {
    /// The number of the watch.
    int32_t watch;
    enum control_folders_kind kind;
    /// The name in the folder; empty without one. It lies within the bytes.
    const char *name;
};

/// Ends the watch with that number.
void control_folders_forget(int folders, int watch);

/// Takes the event at the start of some bytes; returns the bytes that it takes up, 0 where there is no whole event.
int control_folders_take(const uint8_t *bytes, int count, struct control_folders_event *event);

/// Makes a socket listen at a path, where nothing may be: its file has the mode from the first moment on.
int control_socket_listen(const char *path, mode_t mode, int backlog);

/// Connects to the socket at a path without waiting for more than `milliseconds`; the descriptor does not block.
int control_socket_connect(const char *path, int milliseconds);

/// Takes a connection that waits, whose descriptor does not block; -1 and EAGAIN where none does.
int control_socket_accept(int socket);

/// Who is at the other end of a connection.
struct control_peer {
    int32_t process;
    uint32_t user, group;
};

/// Reads who is at the other end, as it was when the connection was made.
int control_socket_peer(int connection, struct control_peer *peer);

/// Notes what the calling thread is about to draw, 0 for nothing: a plain store.
void control_crash_note(uint64_t mark);

/// Has a fatal signal of the calling thread append what it has noted to a file, as 16 hexadecimal digits and a newline, before
/// the handler that was there; returns 0, or what errno says.
int control_crash_watch(const char *path);

/// The longest path of a socket in bytes.
int control_socket_longest_path(void);

#endif
