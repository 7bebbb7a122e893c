import Foundation

/// What the kernel says of a process (proc(5)).
public enum ProcessState {
    /// Whether every thread of a process is stopped, as SIGSTOP does it.
    public static func isStopped(_ process: pid_t) -> Bool {
        let tasks = "/proc/\(process)/task"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return !numbers.isEmpty
            && numbers.allSatisfy { number in
                guard let data = FileManager.default.contents(atPath: "\(tasks)/\(number)/stat") else { return true }
                // The state follows the name, which is in parentheses.
                return String(decoding: data, as: UTF8.self).split(separator: ")").last?.hasPrefix(" T") ?? false
            }
    }
}
