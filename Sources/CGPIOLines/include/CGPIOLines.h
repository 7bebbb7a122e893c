/// Output lines of a GPIO chip, the same for libgpiod 1.6 and 2.x.
#ifndef CGPIOLINES_H
#define CGPIOLINES_H

/// The generation of libgpiod's API that this was compiled for: 1 or 2.
int gpio_lines_api_generation(void);

#endif
