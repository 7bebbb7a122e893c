// The numbers and structures of rp1_pio_if.h (drivers/misc/rp1-pio.c). The kernel refuses requests of other sizes.
#include "linux_pio.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

enum { maximum_instructions = 32, any_origin = 0xFFFF, to_machine = 0 };

struct program {
    uint16_t count, origin, instructions[maximum_instructions];
};
struct claim {
    uint16_t mask, spare;
};
struct setup {
    uint16_t machine, first;
    struct linux_pio_configuration configuration;
};
struct lines {
    uint16_t machine, spare;
    uint32_t values, mask;
};
struct setting {
    uint16_t line, value;
};
struct enabling {
    uint16_t mask;
    uint8_t is_enabled, spare;
};
struct machine {
    uint16_t machine;
};
struct preparation {
    uint16_t machine, direction, bytes, buffers;
};
struct transfer {
    uint16_t machine, direction;
    uint32_t bytes;
    const uint32_t *words;
};

#define PIO_WRITE(number, type) _IOW('f', number, struct type)
enum request {
    prepare = PIO_WRITE(0, preparation),
    send = PIO_WRITE(2, transfer),
    find_room = PIO_WRITE(10, program),
    load = PIO_WRITE(11, program),
    claim = PIO_WRITE(20, claim),
    set_up = PIO_WRITE(30, setup),
    clear_queue = PIO_WRITE(33, machine),
    set_levels = PIO_WRITE(35, lines),
    set_directions = PIO_WRITE(36, lines),
    enable = PIO_WRITE(37, enabling),
    connect = PIO_WRITE(51, setting),
    override_level = PIO_WRITE(53, setting)
};
static_assert((unsigned int)prepare == 0x40086600, "CONFIG_XFER");
static_assert((unsigned int)load == 0x4044660B, "ADD_PROGRAM");
static_assert((unsigned int)set_up == 0x4014661E, "SM_INIT");
static_assert((unsigned int)set_levels == 0x400C6623, "SM_SET_PINS");
static_assert((unsigned int)enable == 0x40046625, "SM_SET_ENABLED");
static_assert((unsigned int)override_level == 0x40046635, "GPIO_SET_OUTOVER");
#if __SIZEOF_POINTER__ == 8
static_assert((unsigned int)send == 0x40106602, "XFER_DATA32");
#endif

// Makes a call, also when signals come; what the kernel answers, or -1 and errno.
static int ask(int file, enum request request, void *argument)
{
    int result;
    do {
        result = ioctl(file, (unsigned int)request, argument);
    } while (result < 0 && errno == EINTR);
    return result;
}

static int refuse(int code)
{
    errno = code;
    return -1;
}

static int load_at(int file, enum request request, unsigned int origin, const uint16_t *instructions, unsigned int count)
{
    struct program program = {.count = (uint16_t)count, .origin = (uint16_t)origin};
    if (instructions) memcpy(program.instructions, instructions, count * sizeof *instructions);
    return ask(file, request, &program);
}

int linux_pio_load(int file, const uint16_t *instructions, unsigned int count)
{
    if (count == 0 || count > maximum_instructions) return refuse(EINVAL);
    // Where nothing has to be moved, if that is possible.
    const int place = load_at(file, load, 0, instructions, count);
    return place >= 0 ? place : load_at(file, load, any_origin, instructions, count);
}

bool linux_pio_has_room(int file, unsigned int count)
{
    return load_at(file, find_room, any_origin, NULL, count) >= 0;
}

int linux_pio_claim(int file)
{
    struct claim any = {0};
    return ask(file, claim, &any);
}

int linux_pio_set_up(int file, unsigned int machine, unsigned int first, const struct linux_pio_configuration *configuration)
{
    struct machine number = {(uint16_t)machine};
    struct setup setup = {.machine = (uint16_t)machine, .first = (uint16_t)first, .configuration = *configuration};
    if (linux_pio_enable(file, machine, false) < 0 || ask(file, clear_queue, &number) < 0) return -1;
    return ask(file, set_up, &setup) < 0 ? -1 : 0;
}

int linux_pio_drive(int file, unsigned int machine, uint32_t levels, uint32_t mask)
{
    struct lines lines = {.machine = (uint16_t)machine, .values = levels, .mask = mask};
    if (ask(file, set_levels, &lines) < 0) return -1;
    lines.values = mask;
    return ask(file, set_directions, &lines) < 0 ? -1 : 0;
}

int linux_pio_connect(int file, unsigned int line, unsigned int function)
{
    struct setting setting = {(uint16_t)line, (uint16_t)function};
    return ask(file, connect, &setting) < 0 ? -1 : 0;
}

int linux_pio_override(int file, unsigned int line, unsigned int override)
{
    struct setting setting = {(uint16_t)line, (uint16_t)override};
    return ask(file, override_level, &setting) < 0 ? -1 : 0;
}

int linux_pio_enable(int file, unsigned int machine, bool is_enabled)
{
    struct enabling enabling = {.mask = (uint16_t)(1 << machine), .is_enabled = is_enabled};
    return ask(file, enable, &enabling) < 0 ? -1 : 0;
}

int linux_pio_prepare(int file, unsigned int machine, unsigned int bytes, unsigned int buffers)
{
    struct preparation preparation = {(uint16_t)machine, to_machine, (uint16_t)bytes, (uint16_t)buffers};
    if (bytes == 0 || bytes > linux_pio_maximum_buffer || bytes % 4 != 0) return refuse(EINVAL);
    return ask(file, prepare, &preparation) < 0 ? -1 : 0;
}

int linux_pio_send(int file, unsigned int machine, const uint32_t *words, unsigned int count)
{
    struct transfer transfer = {.machine = (uint16_t)machine, .direction = to_machine, .bytes = 4 * count, .words = words};
    return ask(file, send, &transfer) < 0 ? -1 : 0;
}
