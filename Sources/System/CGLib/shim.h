#include <stdint.h>

// GLib's own headers are those of all of it; this is what is called.

/// The class of a character for the breaking of lines (GUnicodeBreakType of glib/gunicode.h).
int g_unichar_break_type(uint32_t character);
