/// Thin shims over the interface of RP1's state machines (/dev/pio0, rp1_pio_if.h of Raspberry Pi kernels), whose header no
/// package of Debian has.
#ifndef LINUX_PIO_H
#define LINUX_PIO_H

#include <stdbool.h>
#include <stdint.h>

/// What a line is connected to (RP1 Peripherals, 3.1.1), and what overrides its level.
enum {
    linux_pio_function_gpio = 5,
    linux_pio_function_pio = 7,
    linux_pio_override_none = 0,
    linux_pio_override_high = 3
};

/// The most bytes of a transfer's buffer, and the most buffers.
enum { linux_pio_maximum_buffer = 0xFFFC, linux_pio_maximum_buffers = 4 };

/// How a machine is set up: the clock divider, and its registers EXECCTRL, SHIFTCTRL and PINCTRL.
struct linux_pio_configuration {
    uint32_t divider, execution, shifting, pins;
};

/// Loads a program at the start of the memory, or else wherever there is room; returns where it is, or -1 and errno: ENOSPC if
/// the programs of others leave no room.
int linux_pio_load(int file, const uint16_t *instructions, unsigned int count);

/// Whether a program of so many instructions fits; nothing is loaded.
bool linux_pio_has_room(int file, unsigned int count);

/// Claims a machine, which is returned; -1 and errno if all are claimed.
int linux_pio_claim(int file);

/// Stops a machine, and sets it up to begin at an instruction; its queue is empty then.
int linux_pio_set_up(int file, unsigned int machine, unsigned int first, const struct linux_pio_configuration *configuration);

/// Sets the levels that a machine has for lines of a mask, and makes them its outputs.
int linux_pio_drive(int file, unsigned int machine, uint32_t levels, uint32_t mask);

/// Connects a line; `function` is one of those above.
int linux_pio_connect(int file, unsigned int line, unsigned int function);

/// Overrides the level of a line. Safe in signal handlers.
int linux_pio_override(int file, unsigned int line, unsigned int override);

/// Starts or stops a machine.
int linux_pio_enable(int file, unsigned int machine, bool is_enabled);

/// Prepares transfers to a machine, by buffers of the kernel; called once for a file, as earlier kernels hang the second time.
int linux_pio_prepare(int file, unsigned int machine, unsigned int bytes, unsigned int buffers);

/// Sends words to a machine, and returns when it has taken all but those in its queue. Not interrupted by signals.
///
/// EOPNOTSUPP from kernels before December 2024, ETIMEDOUT if the machine takes no words.
int linux_pio_send(int file, unsigned int machine, const uint32_t *words, unsigned int count);

#endif
