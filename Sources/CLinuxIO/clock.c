#include "CLinuxIO.h"

#include <sys/timex.h>

int linux_clock_is_synchronized(void)
{
    struct timex state = {0};
    if (adjtimex(&state) < 0) return -1;
    return !(state.status & STA_UNSYNC);
}
