// A model of what Linux shows of GPIO chips and SPI devices, put between a program and the C library by LD_PRELOAD.
//
// Several processes may share a model: what is taken, driven and answered is in a file `state` that all of them map.
//
// $LEDSIGN_KERNEL_MODEL names a folder. It holds the files that the program sees in /dev, /sys, /boot and /proc/device-tree (dev/..., and so
// on), a file `description` that says what they are, and gets a file `log`: one line for every request of a program, with the time (CLOCK_MONOTONIC in nanoseconds) and the
// process before it.
//
// Lines of the description:
//   chip NAME LINES LABEL          dev/NAME is a GPIO chip
//   forgetful CHIP                 its outputs become inputs when released; else they keep their levels
//   line CHIP OFFSET NAME          that line has a name
//   used CHIP OFFSET CONSUMER      that line is in use
//   spi NAME                       dev/NAME is an SPI device
//   memory NAME                    dev/NAME is registers that can be mapped: a file, as long as the last of them
//   unmappable NAME ERRNO          dev/NAME can be opened, but not be mapped
//   pio NAME RATE FAULT            dev/NAME is the state machines of an RP1, which words reach at a rate in bytes a second; FAULT is
//                                  none, full (no room for a program), taken (no machine is free), old (a kernel of 2024), or deaf
//                                  (machines take no words)
//   bufsiz BYTES                   the buffer of the SPI driver; 4096 without it
//   memfd sealed | old             files of memory have to be sealed against execution (vm.memfd_noexec=2), or such seals are
//                                  not known (before Linux 6.3)
//   group NAME GID MODE            the owner and mode of dev/NAME in stat(2); the mode is octal
//   refuse NAME ERRNO              dev/NAME cannot be opened
//   answer NAME ERRNO              one SPI message to dev/NAME, or setting of its lines, fails; each line counts once
#ifndef MODEL_H
#define MODEL_H

#define _GNU_SOURCE
#include <linux/gpio.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum { maximum_lines = 64, maximum_devices = 8, maximum_answers = 16, maximum_requests = 64 };

struct line {
    char name[32], consumer[32];
    bool is_used, is_output, level;
};

struct device {
    enum { gpio_chip, spi_device, memory, state_machines } kind;
    char name[32], label[32];
    unsigned int major, minor, group, mode, line_count;
    bool is_forgetful;
    int refusal, mapping_refusal;
    int answers[maximum_answers], answer_count, answers_given;
    struct line lines[maximum_lines];
};

// Lines that processes hold: as long as one has the file requests/NUMBER open that was opened when they were taken.
struct request {
    bool is_active, is_output;
    unsigned int version, device, count, offsets[maximum_lines];
};

// The state machines; what processes have claimed is free when the one that claimed it closes the file.
enum pio_fault { fault_none, fault_full, fault_taken, fault_old, fault_deaf };
struct state_machines {
    enum pio_fault fault;
    int64_t rate;
    uint32_t used, claimed, enabled, divider;
    unsigned int buffer_size, buffers;
    int owner;
};

// What all processes share.
struct state {
    // The process that holds the lock; 0 if it is free.
    _Atomic uint32_t worker;
    // Whether a process died at work: what was logged last may not be what the lines are.
    bool is_uncertain;
    unsigned int device_count, buffer_size;
    bool wants_sealed_files, knows_no_seals;
    struct device devices[maximum_devices];
    struct request requests[maximum_requests];
    struct state_machines pio;
};

// What an open file of a program stands for; one of the two is not NULL.
struct file {
    struct device *device;
    struct request *request;
};

// description.c
bool model_is_active(void);
const char *model_root(void);
struct device *model_device(const char *path); // of a path in the root
unsigned int model_buffer_size(void);
int model_answer(struct device *device);       // 0, or the error number that is due
struct state *model_state(void);
const char *model_path(const char *path, char *buffer); // where the program's path really is; buffer of PATH_MAX

// log.c: lines are built piece by piece, under the lock
void log_begin(const struct device *device, const char *what);
void log_add(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_end(void);

// lock.c: one request of all processes at a time; signals wait meanwhile, as they do for the kernel
void lock_begin(void);
void lock_end(void);

// files.c
bool file_of(int descriptor, struct file *file);
struct request *file_make_request(struct device *device, unsigned int version, int *descriptor);
void file_drop_requests(void); // those that no process has open

// What answers a request: 0 or more, or a negative error number.
long gpio_chip_request(struct device *chip, unsigned long request, void *argument); // gpio_chip.c
long gpio_take(struct device *chip, unsigned int version, int *descriptor, const unsigned int *offsets,
               unsigned int count, const char *consumer, bool is_output, uint64_t levels);
long gpio_set(struct request *lines, uint64_t levels, uint64_t mask);
uint64_t gpio_get(const struct request *lines);
void gpio_release(struct request *lines);
long gpio_v1_take(struct device *chip, struct gpiohandle_request *request); // gpio_v1.c
long gpio_v1_line_info(struct device *chip, struct gpioline_info *info);
long gpio_v1_lines_request(struct request *lines, unsigned long request, void *argument);
long gpio_v2_take(struct device *chip, struct gpio_v2_line_request *request); // gpio_v2.c
long gpio_v2_line_info(struct device *chip, struct gpio_v2_line_info *info);
long gpio_v2_lines_request(struct request *lines, unsigned long request, void *argument);
long spi_request(struct device *device, unsigned long request, void *argument); // spi.c
long pio_request(struct device *device, unsigned long request, void *argument); // pio.c
bool pio_is_transfer(const struct device *device, unsigned long request);        // is answered without the lock, by
long pio_transfer(struct device *device, const void *argument);
void pio_close(struct device *device);

#endif
