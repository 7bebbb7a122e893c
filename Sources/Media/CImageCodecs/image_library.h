// Libraries that are loaded when the first file of their format is read, so that other signs do without them.
#ifndef IMAGE_LIBRARY_H
#define IMAGE_LIBRARY_H

#include <stdbool.h>

// A function of a library, and where its address goes.
struct image_function {
    const char *name;
    void **place;
};

// Loads a library and finds functions in it, the last of which has no name. Returns false where that fails, and then says why in
// `message`. To be called again and again: what is loaded stays.
bool image_library_load(const char *library, const char *package, const struct image_function *functions, char *message);

#endif
