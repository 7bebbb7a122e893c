// A model of what Linux shows of GPIO chips and SPI devices, put between a program and the C library by LD_PRELOAD.
//
// $LEDSIGN_KERNEL_MODEL names a folder. It holds the files that the program sees in /dev, /sys, /boot and /proc/device-tree (dev/..., and so
// on), a file `description` that says what they are, and gets a file `log`: one line for every request of the program.
//
// Lines of the description:
//   chip NAME LINES LABEL          dev/NAME is a GPIO chip
//   line CHIP OFFSET NAME          that line has a name
//   used CHIP OFFSET CONSUMER      somebody holds that line
//   spi NAME                       dev/NAME is an SPI device
//   memory NAME                    dev/NAME is registers that can be mapped: a file, as long as the last of them
//   unmappable NAME ERRNO          dev/NAME can be opened, but not be mapped
//   bufsiz BYTES                   the buffer of the SPI driver; 4096 without it
//   group NAME GID MODE            who may open dev/NAME, as stat(2) tells; the mode is octal
//   refuse NAME ERRNO              dev/NAME cannot be opened
//   answer NAME ERRNO              one SPI message to dev/NAME, or setting of its lines, fails; each line counts once
#ifndef MODEL_H
#define MODEL_H

#define _GNU_SOURCE
#include <linux/gpio.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum { most_lines = 64, most_devices = 8, most_answers = 16, most_files = 1024 };

struct line {
    char name[32], consumer[32];
    bool is_used, is_output, level;
};

struct device {
    enum { gpio_chip, spi_device, memory } kind;
    char name[32], label[32];
    unsigned int major, minor, group, mode, line_count;
    int refusal, mapping_refusal;
    int answers[most_answers], answer_count, answers_given;
    struct line lines[most_lines];
};

// What an open file of the program stands for.
struct file {
    struct device *device; // NULL: not of the model
    bool is_request;       // lines of the device, not the device
    bool is_output;
    unsigned int count, offsets[most_lines];
};

// description.c
bool model_is_active(void);
const char *model_root(void);
struct device *model_device(const char *path); // of a path in the root
unsigned int model_buffer_size(void);
int model_answer(struct device *device);       // 0, or the error number that is due
const char *model_path(const char *path, char *buffer); // where the program's path really is; buffer of PATH_MAX

// log.c: lines are built piece by piece, under the lock
void log_begin(const struct device *device, const char *what);
void log_add(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_end(void);

// files.c
void file_opened(int descriptor, struct device *device);
struct file *file_make_request(struct device *device, int *descriptor);

// What answers a request: 0 or more, or a negative error number.
long gpio_chip_request(struct device *chip, unsigned long request, void *argument); // gpio_chip.c
long gpio_take(struct device *chip, struct file **file, int *descriptor, const unsigned int *offsets,
               unsigned int count, const char *consumer, bool is_output, uint64_t levels);
long gpio_set(struct file *file, uint64_t levels, uint64_t mask);
uint64_t gpio_get(const struct file *file);
void gpio_release(struct file *file);
long gpio_v1_take(struct device *chip, struct gpiohandle_request *request); // gpio_v1.c
long gpio_v1_line_info(struct device *chip, struct gpioline_info *info);
long gpio_v1_lines_request(struct file *file, unsigned long request, void *argument);
long gpio_v2_take(struct device *chip, struct gpio_v2_line_request *request); // gpio_v2.c
long gpio_v2_line_info(struct device *chip, struct gpio_v2_line_info *info);
long gpio_v2_lines_request(struct file *file, unsigned long request, void *argument);
long spi_request(struct device *device, unsigned long request, void *argument); // spi.c

#endif
