#include <stddef.h>
#include <stdint.h>

// The entry of libFuzzer for programs with a main function of their own; linked by -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run_one)(const uint8_t *data, size_t size));
