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

const char *gpio_lines_library_version(void)
{
#ifdef GPIOD_LINE_BULK_MAX_LINES
    return gpiod_version_string();
#else
    return gpiod_api_version();
#endif
}
