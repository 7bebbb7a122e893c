/// Thin shims over kernel headers whose macros and bit fields Swift does not see.
#ifndef CLINUXIO_H
#define CLINUXIO_H

#include <linux/spi/spidev.h>

/// The request number of SPI_IOC_MESSAGE for a number of transfers; 0 where that does not fit its size field
/// (linux/spi/spidev.h: at most 511 transfers).
unsigned long linux_spi_message_request(unsigned int transfers);

#endif
