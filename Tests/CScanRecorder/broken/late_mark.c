// Broken on purpose: a pulse is thought to begin where its mark was read, however late that was.
#include "../recorder.h"

#define scan_latest_mark(read, before, gap) (read)
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_late_mark = {"a pulse begins where its mark was read", play_bcm, play_rp1};
