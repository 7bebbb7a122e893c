/// Thin shims over kernel headers whose macros and bit fields Swift cannot import.
#ifndef LINUX_SPI_H
#define LINUX_SPI_H

#include <linux/spi/spidev.h>

#include "linux_scan.h"

/// The most transfers of one message: the size field of the request number has 14 bits (asm-generic/ioctl.h).
enum { linux_spi_maximum_transfers = 511 };

/// Sets the clock polarity and phase and the other mode bits (SPI_IOC_WR_MODE); 0, or -1 and errno.
int linux_spi_set_mode(int descriptor, unsigned char mode);

/// Sets the bits of a word (SPI_IOC_WR_BITS_PER_WORD); 0, or -1 and errno.
int linux_spi_set_bits_per_word(int descriptor, unsigned char bits);

/// Sets the highest clock rate in hertz (SPI_IOC_WR_MAX_SPEED_HZ); 0, or -1 and errno.
int linux_spi_set_clock_rate(int descriptor, unsigned int hertz);

/// Sends one message of 1 to 511 transfers (SPI_IOC_MESSAGE): the number of bytes, or -1 and errno.
int linux_spi_send(int descriptor, const struct spi_ioc_transfer *transfers, unsigned int count);

#endif
