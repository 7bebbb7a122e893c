// Broken on purpose: lines that are to rise are inverted.
#include "../recorder.h"

#define scan_rp1_set scan_rp1_invert
#define scan_bcm_set scan_bcm_clear
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_inverting = {"lines that are to rise are inverted", play_bcm, play_rp1};
