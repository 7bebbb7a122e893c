// Lines that do not belong to a panel, such as those of buzzers and relays: fatal signals bring them to rest.
#include "plan.h"

#include <errno.h>
#include <linux/gpio.h>
#include <string.h>
#include <sys/ioctl.h>

struct resting_lines {
    // 0 while free, 1 while it is being written, 2 when it is valid.
    _Atomic int state;
    int descriptor;
    unsigned int generation, count;
    uint64_t levels;
};

static struct resting_lines all[fail_dark_maximum_resting];
static atomic_bool is_begun;

int fail_dark_add_resting(int descriptor, unsigned int generation, unsigned int count, uint64_t levels)
{
    if (descriptor < 0 || count == 0 || count > fail_dark_maximum_lines) {
        errno = EINVAL;
        return -1;
    }
    for (int i = 0; i < fail_dark_maximum_resting; i++) {
        int expected = 0;
        if (!atomic_compare_exchange_strong(&all[i].state, &expected, 1)) continue;
        all[i].descriptor = descriptor;
        all[i].generation = generation;
        all[i].count = count;
        all[i].levels = levels;
        atomic_store(&all[i].state, 2);
        return i;
    }
    errno = ENOSPC;
    return -1;
}

void fail_dark_remove_resting(int number)
{
    if (number >= 0 && number < fail_dark_maximum_resting) atomic_store(&all[number].state, 0);
}

static void rest(const struct resting_lines *lines)
{
    if (lines->generation == 1) {
        struct gpiohandle_data data;
        memset(&data, 0, sizeof data);
        for (unsigned int i = 0; i < lines->count; i++) data.values[i] = lines->levels >> i & 1;
        if (ioctl(lines->descriptor, GPIOHANDLE_SET_LINE_VALUES_IOCTL, &data) < 0) errno = 0;
        return;
    }
    struct gpio_v2_line_values values = {
        .bits = lines->levels, .mask = lines->count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << lines->count) - 1};
    if (ioctl(lines->descriptor, GPIO_V2_LINE_SET_VALUES_IOCTL, &values) < 0) errno = 0;
}

bool fail_dark_is_resting(void) { return atomic_load(&is_begun); }

void fail_dark_rest(void)
{
    atomic_store(&is_begun, true);
    for (int i = 0; i < fail_dark_maximum_resting; i++) {
        if (atomic_load(&all[i].state) == 2) rest(&all[i]);
    }
}
