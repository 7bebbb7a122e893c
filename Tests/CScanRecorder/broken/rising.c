// Broken on purpose: what is to fall rises.
#include "../recorder.h"

#define scan_bcm_clear scan_bcm_set
#define scan_rp1_clear scan_rp1_set
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_rising = {"what is to fall rises", play_bcm, play_rp1};
