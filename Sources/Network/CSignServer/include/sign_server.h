// A bounded HTTP server on libmicrohttpd, driven by the caller's own thread: no threads, no waiting.
#ifndef SIGN_SERVER_H
#define SIGN_SERVER_H

#include <stdint.h>

// The version of libmicrohttpd that is loaded, such as 0x00097500.
uint32_t sign_server_library_version(void);

#endif
