#include "sign_server.h"

#include <microhttpd.h>

uint32_t sign_server_library_version(void) { return MHD_VERSION; }
