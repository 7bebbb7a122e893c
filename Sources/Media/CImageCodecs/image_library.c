#include "image_library.h"

#include "CImageCodecs.h"

#include <dlfcn.h>
#include <pthread.h>

static bool load(const char *library, const char *package, const struct image_function *functions, char *message)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(message, image_message_size, "%s is missing, of the package %s", library, package);
        return false;
    }
    for (; functions->name != NULL; functions++) {
        void *function = dlsym(handle, functions->name);
        if (function == NULL) {
            snprintf(message, image_message_size, "%s has no %s, of the package %s", library, functions->name, package);
            return false;
        }
        *functions->place = function;
    }
    return true;
}

bool image_library_load(const char *library, const char *package, const struct image_function *functions, char *message)
{
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&turn);
    // What has all of its functions stays as it is.
    const struct image_function *last = functions;
    while (last[1].name != NULL) last++;
    const bool is_loaded = *last->place != NULL || load(library, package, functions, message);
    pthread_mutex_unlock(&turn);
    return is_loaded;
}
