// Broken on purpose: waits after the mark end early by the wrong time.
#include "../recorder.h"

#define lead start_margin
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_wrong_lead = {"waits after the mark end early by the wrong time", play_bcm, play_rp1};
