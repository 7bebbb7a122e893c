import LinuxSystem
import Timelines

/// Writes state files on a thread of its own, so that no other thread waits for the disk; of several contents of a file only
/// the newest is written.
package final class StateWriter: Sendable {
    /// Makes the bytes of a file; called on the writing thread.
    package typealias Content = @Sendable () -> [UInt8]

    /// The files to write in order, the one that is being written, and why the last writes failed.
    private typealias Work = (
        waiting: [(file: StateFile, content: Content)], current: StateFile?, failures: [StateFile: String]
    )

    private let mailbox = Mailbox<Work>(([], nil, [:]))
    private let worker: Worker

    /// Starts the thread; nil if the kernel gives none.
    package init?() {
        let worker = try? Worker(named: "state-file", mailbox) { mailbox in
            mailbox.serve { _ in
                while let (file, content) = mailbox.look(Self.next) {
                    let failure = Self.failure(content(), to: file)
                    mailbox.look { $0.failures[file] = failure }
                }
            }
        }
        guard let worker else { return nil }
        self.worker = worker
    }

    /// Takes the next file.
    private static func next(_ work: inout Work) -> (file: StateFile, content: Content)? {
        work.current = work.waiting.first?.file
        return work.waiting.isEmpty ? nil : work.waiting.removeFirst()
    }

    /// Writes a file; returns why that failed.
    private static func failure(_ bytes: [UInt8], to file: StateFile) -> String? {
        do {
            try file.write(bytes)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Queues a file for writing; returns at once.
    package func write(_ file: StateFile, _ content: @escaping Content) {
        mailbox.post { work in
            work.waiting.removeAll { $0.file == file }
            work.waiting.append((file, content))
        }
    }

    /// The state of the newest write of a file.
    package func outcome(of file: StateFile) -> SaveSchedule.Outcome {
        mailbox.look { work in
            if work.current == file || work.waiting.contains(where: { $0.file == file }) { return .busy }
            return work.failures[file] == nil ? .done : .failed
        }
    }

    /// Why the last write of a file failed; nil if it succeeded.
    package func failure(of file: StateFile) -> String? { mailbox.look { $0.failures[file] } }

    /// Finishes all writes and ends the thread; returns whether that was done within a time.
    @discardableResult
    package func end(within time: Nanoseconds = .seconds(2)) -> Bool { worker.end(within: time) }
}
