import CLinuxSystem

/// The memory that this process has taken from the kernel for its values.
package enum HeapMemory {
    /// Gives what was freed back to the kernel; takes about a millisecond, for threads that may wait.
    ///
    /// The C library keeps freed memory for later, apart for each thread: megabytes that are needed once stay otherwise.
    package static func giveBack() { real_time_trim_heap() }
}
