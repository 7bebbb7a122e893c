// Broken on purpose: clearing together with the next word is left out.
#include "../recorder.h"

#define scan_clear_low_with_next 0xF1
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_forgotten_clear = {"clearing together with the next word is left out", play_bcm, play_rp1};
