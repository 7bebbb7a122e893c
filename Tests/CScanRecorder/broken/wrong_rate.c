// Broken on purpose: short waits are counted with another rate.
#include "../recorder.h"

#define store_rate lead
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_wrong_rate = {"short waits are counted with another rate", play_bcm, play_rp1};
