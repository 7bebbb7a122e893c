#include "CLinuxIO.h"

unsigned long linux_spi_message_request(unsigned int transfers)
{
    // The macro takes a compile-time constant only where it is used in a switch; here it is arithmetic.
    return SPI_MSGSIZE(transfers) == 0 && transfers != 0 ? 0 : SPI_IOC_MESSAGE(transfers);
}
