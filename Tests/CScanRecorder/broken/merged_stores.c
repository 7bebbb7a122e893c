// Broken on purpose: stores that repeat the one before are left out, as without volatile.
#include <stdbool.h>

#include "../recorder.h"

static inline void record_unless_repeated(struct scan_recorder *recorder, uint32_t offset, uint32_t value)
{
    const size_t last = recorder->count - 1;
    const bool repeats = recorder->count > 0 && recorder->count <= recorder->capacity &&
                         recorder->entries[last].offset == offset && recorder->entries[last].value == value;
    if (!repeats) record_store(recorder, offset, value);
}

#undef SCAN_STORE
#define SCAN_STORE(port, offset, value) record_unless_repeated(port, offset, value)
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_merged_stores = {"stores that repeat the one before are left out, as without volatile", play_bcm, play_rp1};
