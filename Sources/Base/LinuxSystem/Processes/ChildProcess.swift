import CLinuxSystem
import Glibc

/// A program in a process group of its own, and what it writes.
///
/// Used by one thread, which calls `kill` or waits, and then `reap`.
package final class ChildProcess {
    /// What a program writes to one of its descriptors.
    package struct Output {
        /// What to wait for; -1 after its end.
        package fileprivate(set) var descriptor: Int32
        /// What came so far.
        package fileprivate(set) var bytes: [UInt8] = []
        /// How many bytes are kept.
        package let limit: Int
        /// Whether more came than are kept.
        package fileprivate(set) var isOverfull = false
    }

    private var program: child_process
    /// Standard output, standard error and, where it was asked for, descriptor 3.
    package private(set) var outputs: [Output]

    /// Becomes readable when the program has ended.
    package var endDescriptor: Int32 { program.ended }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: its name, and the others.
    ///   - executable: the program; nil for the first of the arguments, looked for in PATH.
    ///   - environment: its environment, such as `LANG=C`; nil for that of this process.
    ///   - input: what it reads from standard input, which is in memory until then.
    ///   - inputFile: what it reads instead; stays open.
    ///   - limits: how many bytes are kept of what it writes to descriptors 1, 2 ...
    package static func start(
        _ arguments: [String], executable: String? = nil, environment: [String]? = nil, folder: String? = nil,
        input: [UInt8] = [], inputFile: Int32? = nil, limits: [Int]
    ) throws(SystemCallError) -> ChildProcess {
        var given: [Int32] = []
        var outputs: [Output] = []
        defer { for descriptor in given where descriptor >= 0 { close(descriptor) } }
        if inputFile == nil { given.append(try file(of: input)) }
        for limit in limits {
            guard let pipe = pipe() else {
                let error = SystemCallError("pipe2")
                for output in outputs { close(output.descriptor) }
                throw error
            }
            given.append(pipe.writing)
            outputs.append(Output(descriptor: pipe.reading, limit: limit))
        }
        var program = child_process()
        let code = withCStrings(arguments) { pointers in
            withCStrings(environment ?? []) { variables in
                let descriptors = (inputFile.map { [$0] } ?? []) + given
                return child_process_start(
                    &program, executable, pointers, environment == nil ? nil : variables, folder, descriptors,
                    Int32(descriptors.count))
            }
        }
        guard code == 0 else {
            for output in outputs { close(output.descriptor) }
            throw SystemCallError("posix_spawn", code: code)
        }
        return ChildProcess(program, outputs)
    }

    private init(_ program: child_process, _ outputs: [Output]) {
        self.program = program
        self.outputs = outputs
    }

    /// Takes what the program has written; what is beyond a limit is read and dropped, so that the program never waits.
    ///
    /// - Parameter isLast: whether to take all that is there, because the program has ended.
    package func takeOutput(isLast: Bool = false) {
        for index in outputs.indices {
            // A program that writes without end must not keep other programs waiting.
            var turns = isLast ? 64 : 4
            while outputs[index].descriptor >= 0, turns > 0, take(index) { turns -= 1 }
        }
    }

    /// Returns whether there may be more.
    private func take(_ index: Int) -> Bool {
        var chunk: [UInt8] = []
        switch DescriptorBytes.read(outputs[index].descriptor, into: &chunk, maximum: 1 << 16) {
        case .some:
            let room = outputs[index].limit - outputs[index].bytes.count
            outputs[index].bytes += chunk.prefix(room)
            if chunk.count > room { outputs[index].isOverfull = true }
            return true
        case .nothing: return false
        case .end, .failure:
            close(outputs[index].descriptor)
            outputs[index].descriptor = -1
            return false
        }
    }

    /// Kills the program and everything it has started in its group.
    package func kill() { child_process_kill(&program) }

    /// Returns how it ended: a status, or a signal's negative number; kills what is left of its group.
    package func reap() -> Int {
        let status = Int(child_process_reap(&program))
        for index in outputs.indices where outputs[index].descriptor >= 0 {
            close(outputs[index].descriptor)
            outputs[index].descriptor = -1
        }
        return status
    }

    private static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard child_pipe_open(&ends) == 0 else { return nil }
        return (ends[0], ends[1])
    }

    /// A file that holds some bytes; -1, which is nothing to read, for none.
    private static func file(of bytes: [UInt8]) throws(SystemCallError) -> Int32 {
        guard !bytes.isEmpty else { return -1 }
        let file = child_input_open(bytes, bytes.count)
        guard file >= 0 else { throw SystemCallError("memfd_create") }
        return file
    }
}

/// Calls `body` with an array of C strings that ends with nil.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return (pointers + [nil]).withUnsafeBufferPointer { buffer in
        // An array of one element or more has an address.
        buffer.baseAddress.map(body) ?? body(UnsafePointer(bitPattern: 8)!)
    }
}

/// Gives memory that was freed back to the kernel; takes about a millisecond, for threads that may wait.
///
/// The C library keeps freed memory for later, apart for each thread: megabytes that are needed once stay otherwise.
package func giveBackFreedMemory() { real_time_trim_heap() }
