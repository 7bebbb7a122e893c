// Broken on purpose: the lines from 32 are looked for among those before.
#include "../recorder.h"

#define scan_bcm_next_bank 0
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_wrong_bank = {"the lines from 32 are looked for among those before", play_bcm, play_rp1};
