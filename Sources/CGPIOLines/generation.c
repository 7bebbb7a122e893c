#include "CGPIOLines.h"

#include <gpiod.h>

int gpio_lines_api_generation(void)
{
    // libgpiod has no version macro; this one exists in the first generation only.
#ifdef GPIOD_LINE_BULK_MAX_LINES
    return 1;
#else
    return 2;
#endif
}
