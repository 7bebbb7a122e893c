#include "linux_spi.h"

#include <errno.h>
#include <sys/ioctl.h>

int linux_spi_set_mode(int descriptor, unsigned char mode) { return ioctl(descriptor, SPI_IOC_WR_MODE, &mode); }

int linux_spi_set_bits_per_word(int descriptor, unsigned char bits)
{
    return ioctl(descriptor, SPI_IOC_WR_BITS_PER_WORD, &bits);
}

int linux_spi_set_clock_rate(int descriptor, unsigned int hertz)
{
    return ioctl(descriptor, SPI_IOC_WR_MAX_SPEED_HZ, &hertz);
}

int linux_spi_send(int descriptor, const struct spi_ioc_transfer *transfers, unsigned int count)
{
    // For a larger number the macro makes the request of an empty message.
    if (count == 0 || count > linux_spi_maximum_transfers) {
        errno = EINVAL;
        return -1;
    }
    return ioctl(descriptor, SPI_IOC_MESSAGE(count), transfers);
}
