// An SPI device (drivers/spi/spidev.c). The log has the bytes of a message in hexadecimal digits; between two transfers
// stands ^ where chip select is raised and _ where it stays low, and _ at the end where it stays low after the last.
#include "model.h"

#include <errno.h>
#include <linux/spi/spidev.h>
#include <sys/ioctl.h>

// What the lengths of transfers are rounded up to on 64-bit ARM.
enum { dma_alignment = 128 };

static long check(const struct spi_ioc_transfer *transfers, unsigned int count)
{
    unsigned long total = 0, sent = 0, received = 0;
    for (unsigned int i = 0; i < count; i++) {
        unsigned long room = ((unsigned long)transfers[i].len + dma_alignment - 1) / dma_alignment * dma_alignment;
        total += transfers[i].len;
        if (transfers[i].tx_buf) sent += room;
        if (transfers[i].rx_buf) received += room;
        if (sent > model_buffer_size() || received > model_buffer_size()) return -EMSGSIZE;
        if (transfers[i].bits_per_word || transfers[i].tx_nbits || transfers[i].rx_nbits) return -EINVAL;
    }
    return (long)total;
}

static long message(struct device *device, const struct spi_ioc_transfer *transfers, unsigned int count)
{
    int refusal = model_answer(device);
    long result = refusal ? -refusal : check(transfers, count);
    log_begin(device, "message");
    if (result < 0) log_add(" refused %ld", -result);
    for (unsigned int i = 0; result >= 0 && i < count; i++) {
        const unsigned char *bytes = (const unsigned char *)(uintptr_t)transfers[i].tx_buf;
        if (i == 0) log_add(" ");
        for (unsigned int j = 0; j < transfers[i].len; j++) log_add("%02x", bytes ? bytes[j] : 0);
        bool is_last = i == count - 1;
        if (!is_last || transfers[i].cs_change) log_add(!is_last && transfers[i].cs_change ? "^" : "_");
    }
    log_end();
    return result;
}

static long set_up(struct device *device, const char *what, unsigned int value, bool is_valid)
{
    if (!is_valid) return -EINVAL;
    log_begin(device, what);
    log_add(" %u", value);
    log_end();
    return 0;
}

long spi_request(struct device *device, unsigned long request, void *argument)
{
    if (_IOC_TYPE(request) != SPI_IOC_MAGIC) return -ENOTTY;
    switch (request) {
    case SPI_IOC_WR_MODE: return set_up(device, "mode", *(__u8 *)argument, *(__u8 *)argument < 0x40);
    case SPI_IOC_WR_BITS_PER_WORD: return set_up(device, "bits", *(__u8 *)argument, *(__u8 *)argument == 8);
    case SPI_IOC_WR_MAX_SPEED_HZ: return set_up(device, "speed", *(__u32 *)argument, *(__u32 *)argument > 0);
    }
    if (_IOC_NR(request) != 0 || _IOC_DIR(request) != _IOC_WRITE) return -ENOTTY;
    if (_IOC_SIZE(request) % sizeof(struct spi_ioc_transfer)) return -EINVAL;
    unsigned int count = _IOC_SIZE(request) / sizeof(struct spi_ioc_transfer);
    return count ? message(device, argument, count) : 0;
}
