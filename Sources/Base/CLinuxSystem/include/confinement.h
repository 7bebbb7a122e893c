/// A process that may compute and write to descriptors that it has, and nothing else.
#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include <stdint.h>

/// Confines this process, which has one thread, until its end.
///
/// It may take memory and write; everything else ends it, or, for looking at files, fails. It has no other descriptors than 0 to 2, no
/// files of its own, no more than so many bytes of memory that it writes to and so many seconds of a processor, and it ends with
/// the thread that started it. Does nothing in programs with a sanitizer, which need more than that. Returns 0, or an error
/// number: then it must not continue.
int confinement_enter(uint64_t memory_bytes, uint64_t processor_seconds);

#endif
