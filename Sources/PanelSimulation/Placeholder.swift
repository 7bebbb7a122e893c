// The first type of this layer replaces this file.
