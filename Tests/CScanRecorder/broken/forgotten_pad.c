// Broken on purpose: padding is left out.
#include "../recorder.h"

#define scan_pad 0xF2
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_forgotten_pad = {"padding is left out", play_bcm, play_rp1};
