// Broken on purpose: debts of light are never repaid.
#include "../recorder.h"

#define linux_scan_account_cut(account, length) 0
#include "../../../Sources/Hardware/CGPIOLines/scan_loop.h"

const struct recorded_loops loops_unpaid_debt = {"debts of light are never repaid", play_bcm, play_rp1};
