import CLinuxSystem

/// A process that may compute and write, and nothing else: for work on bytes that others have made.
///
/// It has only the descriptors 0 to 2, and no way to others: seccomp(2) ends it at any call of the kernel but those for memory, locks,
/// random numbers and writing. Calls that look at files fail, because libraries look for settings.
package enum Confinement {
    /// Confines this process until its end, which comes with that of the thread that started it; it must have no other thread.
    ///
    /// In programs with a sanitizer it does nothing: these need more.
    ///
    /// - Parameters:
    ///   - memoryBytes: the most bytes of memory that it writes to.
    ///   - processorSeconds: how long it may compute.
    /// - Throws: if the kernel refuses it; the process must not continue then.
    package static func enter(memoryBytes: Int, processorSeconds: Int) throws(SystemCallError) {
        let code = confinement_enter(UInt64(max(memoryBytes, 0)), UInt64(max(processorSeconds, 1)))
        guard code == 0 else { throw SystemCallError("seccomp", code: code) }
    }
}
