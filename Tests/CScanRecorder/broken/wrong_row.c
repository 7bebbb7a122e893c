// Broken on purpose: all rows share the debts of the first one.
#include "../recorder.h"

#define linux_scan_account_begin(account, row) linux_scan_account_begin(account, (row) * 0)
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_wrong_row = {"all rows share the debts of the first one", play_bcm, play_rp1};
