// Makes a panel dark through the descriptors of a process. Everything here is safe in signal handlers.
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int64_t fail_dark_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void fail_dark_sleep(int64_t nanoseconds)
{
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    nanosleep(&time, NULL);
}

static int ask(int descriptor, unsigned long request, void *argument)
{
    int result;
    do {
        result = ioctl(descriptor, request, argument);
    } while (result < 0 && errno == EINTR);
    return result < 0 ? errno : 0;
}

// Sets all lines of a request.
static int set_lines(const struct fail_dark_means *means, uint64_t levels)
{
    const struct fail_dark_lines *lines = &means->plan->lines;
    if (lines->generation == 1) {
        struct gpiohandle_data data;
        memset(&data, 0, sizeof data);
        for (unsigned int i = 0; i < lines->count; i++) data.values[i] = levels >> i & 1;
        return ask(means->request, GPIOHANDLE_SET_LINE_VALUES_IOCTL, &data);
    }
    struct gpio_v2_line_values values = {
        .bits = levels, .mask = lines->count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << lines->count) - 1};
    return ask(means->request, GPIO_V2_LINE_SET_VALUES_IOCTL, &values);
}

static int set_registers(const struct fail_dark_means *means)
{
    const struct fail_dark_plan *plan = means->plan;
    for (unsigned int i = 0; i < plan->store_count; i++) {
        volatile uint32_t *place = &means->registers[plan->store_offsets[i] / 4];
        const uint32_t mask = plan->store_masks[i];
        *place = mask == ~(uint32_t)0 ? plan->store_values[i] : (*place & ~mask) | plan->store_values[i];
    }
    __sync_synchronize();
    // The same through the kernel where possible, in case the registers are not the expected ones.
    if (plan->has_lines && means->request >= 0) set_lines(means, plan->lines.rest_levels);
    return 0;
}

static int send_by_kernel(const struct fail_dark_means *means)
{
    const struct fail_dark_plan *plan = means->plan;
    struct spi_ioc_transfer transfers[fail_dark_maximum_transfers];
    unsigned int first = 0;
    while (first < plan->transfers) {
        unsigned int count = plan->transfers - first;
        if (count > plan->transfers_per_call) count = plan->transfers_per_call;
        memset(transfers, 0, sizeof transfers[0] * count);
        for (unsigned int i = 0; i < count; i++) {
            transfers[i].tx_buf = (uintptr_t)(plan->bytes + (size_t)(first + i) * plan->transfer_length);
            transfers[i].len = plan->transfer_length;
            transfers[i].speed_hz = plan->clock_rate;
            // On the last transfer it has the opposite effect: it keeps chip select low.
            transfers[i].cs_change = i + 1 < count;
        }
        int code = ask(means->device, SPI_IOC_MESSAGE(count), transfers);
        if (code != 0) return code;
        first += count;
    }
    return 0;
}

// The lines of a bus, in the order of the request.
enum { line_clock = 1, line_data = 2, line_select = 4 };

// Keeps half a period of the clock between two edges.
static int drive_bus(const struct fail_dark_means *means, uint64_t levels)
{
    const int64_t end = fail_dark_time() + 500000000 / means->plan->clock_rate;
    while (fail_dark_time() < end) {}
    return set_lines(means, levels);
}

// The owner may have been in the middle of a transfer: chip select is not raised before all chips have their data.
static int send_by_lines(const struct fail_dark_means *means)
{
    const struct fail_dark_plan *plan = means->plan;
    const uint8_t *bytes = plan->bytes;
    for (unsigned int transfer = 0; transfer < plan->transfers; transfer++, bytes += plan->transfer_length) {
        int code = drive_bus(means, 0);
        for (unsigned int i = 0; code == 0 && i < plan->transfer_length * 8; i++) {
            const uint64_t data = bytes[i / 8] >> (7 - i % 8) & 1 ? line_data : 0;
            code = drive_bus(means, data);
            if (code == 0) code = drive_bus(means, data | line_clock);
        }
        if (code == 0) code = drive_bus(means, 0);
        if (code == 0) code = drive_bus(means, line_select);
        if (code != 0) return code;
    }
    return 0;
}

// Keeps output enable high, whatever the machine does: GPIO_SET_OUTOVER of rp1_pio_if.h. The registers get the same levels, for when the
// line is theirs again.
static int stop_light(const struct fail_dark_means *means)
{
    struct {
        uint16_t line, value;
    } setting = {means->plan->output_enable, 3};
    const int code = ask(means->file, _IOW('f', 53, setting), &setting);
    if (means->plan->has_lines && means->request >= 0) set_lines(means, means->plan->lines.rest_levels);
    return code;
}

// What follows the heads.
static uint8_t zeros[UINT16_MAX];

// Sends a datagram; 0, or an error number.
static int send_datagram(int socket, uint16_t port, const struct fail_dark_datagram *about, uint8_t *head)
{
    struct iovec parts[] = {{.iov_base = head, .iov_len = about->length}, {.iov_base = zeros, .iov_len = about->zeros}};
    struct sockaddr_in group = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {.s_addr = htonl(about->group)}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    if (about->group != 0) {
        message.msg_name = &group;
        message.msg_namelen = sizeof group;
    }
    // The kernel may report the error of an earlier datagram first, or have no room for a moment.
    for (int attempt = 0; attempt < 20; attempt++) {
        if (sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return 0;
        // Without an address nothing was ever sent.
        if (errno == EDESTADDRREQ) return 0;
        if (errno == EAGAIN || errno == ENOBUFS) fail_dark_sleep(1000000);
        if (attempt >= 2 && errno != EAGAIN && errno != ENOBUFS && errno != EINTR) break;
    }
    return errno;
}

// Sends three black pictures, as one may be lost. Receivers drop packets whose sequence number is up to 20 behind the last one. Of
// three numbers that are 85 apart, that is at most one.
static int send_pictures(const struct fail_dark_means *means)
{
    const struct fail_dark_plan *plan = means->plan;
    int code = 0;
    for (int picture = 0; picture < 3; picture++) {
        code = 0;
        for (unsigned int place = 0; place < plan->heads_length;) {
            struct fail_dark_datagram about;
            uint8_t head[fail_dark_maximum_head];
            memcpy(&about, plan->heads + place, sizeof about);
            memcpy(head, plan->heads + place + sizeof about, about.length);
            if (plan->sequence_place != 0) head[plan->sequence_place] = (uint8_t)(1 + 85 * picture);
            const int result = send_datagram(means->file, plan->port, &about, head);
            if (result != 0) code = result;
            place += (unsigned int)sizeof about + about.length;
        }
        fail_dark_sleep(5000000);
    }
    return code;
}

// How long a connection, a picture and its answer may take together.
static const int64_t request_time = 2000000000;

// Waits until a socket can be read or written; whether it can be before the deadline.
static bool wait_for(int socket, short events, int64_t deadline)
{
    for (;;) {
        const int64_t rest = deadline - fail_dark_time();
        if (rest <= 0) return false;
        struct pollfd source = {.fd = socket, .events = events};
        const int count = poll(&source, 1, (int)(rest / 1000000) + 1);
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return false;
    }
}

// Closes the connection of a socket and reconnects it to the same receiver: the owner may have ended in the middle of a picture. Returns 0,
// or an error number.
static int reconnect(int socket, int64_t deadline)
{
    // The last receiver: a connection that failed leaves the socket without an address.
    static struct sockaddr_storage receiver;
    static socklen_t length;
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getpeername(socket, (struct sockaddr *)&address, &size) == 0) {
        receiver = address;
        length = size;
    }
    // Without an address nothing was ever sent, or the connection was lost before: the receiver ends the stream by itself.
    if (length == 0) return ENOTCONN;
    const struct sockaddr none = {.sa_family = AF_UNSPEC};
    if (connect(socket, &none, sizeof none) < 0) errno = 0;
    if (connect(socket, (struct sockaddr *)&receiver, length) == 0) return 0;
    if (errno != EINPROGRESS) return errno;
    if (!wait_for(socket, POLLOUT, deadline)) return ETIMEDOUT;
    int code = 0;
    socklen_t code_length = sizeof code;
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &code_length) < 0 ? errno : code;
}

// Sends bytes, or the same number of zeros. Returns 0, or an error number.
static int send_bytes(int socket, const uint8_t *bytes, size_t count, int64_t deadline)
{
    while (count > 0) {
        const size_t part = bytes || count < sizeof zeros ? count : sizeof zeros;
        const ssize_t sent = send(socket, bytes ? bytes : zeros, part, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            count -= (size_t)sent;
            if (bytes) bytes += sent;
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != ENOBUFS) return errno;
        if (!wait_for(socket, POLLOUT, deadline)) return ETIMEDOUT;
    }
    return 0;
}

// Sends three black pictures to another sign, and waits for the answer to each.
static int send_requests(const struct fail_dark_means *means)
{
    const struct fail_dark_plan *plan = means->plan;
    const int64_t deadline = fail_dark_time() + request_time;
    int code = reconnect(means->file, deadline);
    if (code == ENOTCONN) return 0;
    for (int picture = 0; code == 0 && picture < 3; picture++) {
        code = send_bytes(means->file, plan->heads, plan->heads_length, deadline);
        if (code == 0) code = send_bytes(means->file, NULL, plan->zeros, deadline);
        if (code != 0) break;
        uint8_t answer[2048];
        if (!wait_for(means->file, POLLIN, deadline)) return ETIMEDOUT;
        const ssize_t count = recv(means->file, answer, sizeof answer, MSG_DONTWAIT);
        // A receiver that ends the connection has refused the picture, or is ending itself.
        if (count == 0) return 0;
        if (count < 0 && errno != EAGAIN && errno != EINTR) code = errno;
    }
    return code;
}

int fail_dark_darken(const struct fail_dark_means *means)
{
    switch (means->plan->kind) {
    case by_lines: return set_lines(means, means->plan->lines.rest_levels);
    case by_registers: return set_registers(means);
    case by_spi: return send_by_kernel(means);
    case by_bit_bang: return send_by_lines(means);
    case by_state_machine: return stop_light(means);
    case by_datagrams: return send_pictures(means);
    case by_requests: return send_requests(means);
    }
    return EINVAL;
}

static int map_registers(const struct fail_dark_plan *plan, struct fail_dark_means *means)
{
    int descriptor = open(plan->path, O_RDWR | O_SYNC | O_CLOEXEC);
    if (descriptor < 0) return errno;
    void *memory = mmap(NULL, plan->length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, (off_t)plan->place);
    int code = memory == MAP_FAILED ? errno : 0;
    close(descriptor);
    means->registers = memory;
    return code;
}

int fail_dark_open_means(const struct fail_dark_plan *plan, int request, int file, struct fail_dark_means *means)
{
    means->plan = plan;
    means->request = request;
    means->file = file;
    means->device = -1;
    means->registers = NULL;
    if (plan->kind == by_registers) return map_registers(plan, means);
    if (plan->kind != by_spi) return 0;
    means->device = open(plan->path, O_RDWR | O_CLOEXEC);
    return means->device < 0 ? errno : 0;
}
