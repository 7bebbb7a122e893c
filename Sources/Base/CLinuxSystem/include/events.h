/// Events that poll(2) sees (eventfd(2)).
#ifndef EVENTS_H
#define EVENTS_H

/// Makes an event that no program inherits and that does not block: its descriptor, or -1 and errno.
int sign_event_open(void);

/// Raises an event; it stays raised until it is cleared. Safe in signal handlers.
void sign_event_raise(int descriptor);

/// Clears an event.
void sign_event_clear(int descriptor);

#endif
