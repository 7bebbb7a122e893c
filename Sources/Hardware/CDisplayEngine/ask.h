#ifndef ASK_H
#define ASK_H

#include "include/CDisplayEngine.h"
#include "kernel_display.h"

// Makes a call of the kernel, also when signals come; 0, or -1 and errno.
int display_ask(const struct display_engine *engine, unsigned long request, void *argument);

#endif
