// Broken on purpose: the mark is the start of the program.
#include "../recorder.h"

#define mark start
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_wrong_mark = {"the mark is the start of the program", play_bcm, play_rp1};
