#define _GNU_SOURCE
#include "pixel_sockets.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { maximum_addresses = 256 };

// The names of interfaces that have addresses of IPv4, as netdevice(7) lists them; returns how many.
static int list(int descriptor, struct ifreq *requests) {
    struct ifconf all = {.ifc_len = maximum_addresses * (int)sizeof *requests, .ifc_req = requests};
    return ioctl(descriptor, SIOCGIFCONF, &all) < 0 ? 0 : all.ifc_len / (int)sizeof *requests;
}

// Whether an interface is up and takes part in groups, and its number.
static bool look(int descriptor, struct pixel_interface *interface) {
    struct ifreq request;
    memset(&request, 0, sizeof request);
    memcpy(request.ifr_name, interface->name, sizeof request.ifr_name);
    if (ioctl(descriptor, SIOCGIFFLAGS, &request) < 0) return false;
    if (!(request.ifr_flags & IFF_UP) || !(request.ifr_flags & IFF_MULTICAST)) return false;
    if (ioctl(descriptor, SIOCGIFINDEX, &request) < 0) return false;
    interface->index = (uint32_t)request.ifr_ifindex;
    return true;
}

int pixel_interfaces_find(struct pixel_interface *found, int maximum) {
    int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return 0;
    struct ifreq *requests = calloc(maximum_addresses, sizeof *requests);
    int total = requests ? list(descriptor, requests) : 0, count = 0;
    for (int index = 0; index < total && count < maximum; index++) {
        struct pixel_interface one = {.index = 0};
        // Further addresses of an interface have labels such as eth0:1.
        strncpy(one.name, requests[index].ifr_name, sizeof one.name - 1);
        one.name[strcspn(one.name, ":")] = 0;
        if (!look(descriptor, &one)) continue;
        bool is_known = false;
        for (int other = 0; other < count; other++) is_known |= found[other].index == one.index;
        if (!is_known) found[count++] = one;
    }
    free(requests);
    close(descriptor);
    return count;
}

int pixel_interface_watch_open(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR};
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

bool pixel_interface_watch_take(int socket) {
    char message[8192];
    bool has_changed = false;
    for (;;) {
        ssize_t count = recv(socket, message, sizeof message, MSG_DONTWAIT);
        // More changes than the kernel could keep are changes, too.
        if (count > 0 || (count < 0 && errno == ENOBUFS)) has_changed = true;
        else if (count == 0 || errno != EINTR) return has_changed;
    }
}
