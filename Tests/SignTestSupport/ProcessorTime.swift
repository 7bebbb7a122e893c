import Glibc
import Timelines

/// The processor time that work takes on this thread: other work of the machine hardly adds to it, as it does to real time.
public func processorTime(_ work: () throws -> Void) rethrows -> Nanoseconds {
    func now() -> Nanoseconds {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_nsec))
    }
    let start = now()
    try work()
    return now() - start
}
