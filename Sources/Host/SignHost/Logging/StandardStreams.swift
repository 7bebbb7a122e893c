import Glibc

/// The standard streams and signals of the process.
package enum StandardStreams {
    /// Prepares the process before it opens anything or starts a program.
    ///
    /// - A standard stream that is closed is opened the wrong way round, so that no device takes its number and what is
    ///   written to it or read from it fails as it would have.
    /// - SIGPIPE is ignored: a reader that is gone is an error of the write, not the end of the sign. Programs that the
    ///   sign starts get the default back.
    /// - SIGCHLD has its default: where it is ignored, the exit status of a program is lost.
    package static func prepare() {
        for (descriptor, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
            // The lowest free number is this one, because those below it are open by now.
            _ = open("/dev/null", flags)
        }
        signal(SIGPIPE, SIG_IGN)
        signal(SIGCHLD, SIG_DFL)
    }

    /// Writes bytes to a descriptor, however long it takes.
    ///
    /// - Returns: 0, or the error number; then some of the bytes may have been written.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another program that has the same terminal may have made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
