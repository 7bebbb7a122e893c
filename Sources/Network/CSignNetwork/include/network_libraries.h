/// The libraries that the rooms above call without functions of this target between: TLS, and frames of WebSockets.
#ifndef NETWORK_LIBRARIES_H
#define NETWORK_LIBRARIES_H

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <wslay/wslay.h>

#endif
