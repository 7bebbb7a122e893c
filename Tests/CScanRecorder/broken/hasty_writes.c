// Broken on purpose: writes become as fast as stores do.
#include "../recorder.h"

#define scan_slowdown(calibration, store) ((calibration)->least_slowdown)
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_hasty_writes = {"writes become as fast as stores do", play_bcm, play_rp1};
