/// Records in a file what a thread was drawing when a fatal signal ended the process.
#ifndef CRASH_LOG_H
#define CRASH_LOG_H

#include <stdint.h>

/// Records what the calling thread is about to draw, 0 for nothing: a plain store.
void crash_log_record(uint64_t mark);

/// From now on a fatal signal of the calling thread appends what the thread has recorded to a file, as 16 hexadecimal digits and a
/// newline. Returns 0, or an error number.
int crash_log_watch(const char *path);

#endif
