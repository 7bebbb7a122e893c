import Glibc
import LinuxSystem
import Timelines

/// What is being asked at the moment: programs and open devices, by the number of their source.
///
/// Used by one thread; nothing here waits.
struct LiveJobs {
    private enum Job {
        case program(ChildProcess, CurlRequest?)
        case device(Int32, bytes: [UInt8])
    }

    /// What came of a source.
    typealias Result = (source: Int, outcome: LiveTable.Outcome)

    private var jobs: [Int: Job] = [:]
    /// Programs that were killed and have no source any more.
    private var leaving: [ChildProcess] = []
    /// What servers call the newest versions of their documents, and the copies that came with that.
    private var validators: [LiveAddress: CurlRequest.Validator] = [:]
    private let cache: DocumentCache?
    private let reader: LiveDocumentReader?
    /// The bytes of documents that were read last, by the names of their sources, and what came of them.
    private var read: [String: (bytes: [UInt8], result: Swift.Result<LiveContent, LiveError>)] = [:]

    init(cache: DocumentCache?, reader: LiveDocumentReader? = nil) {
        self.cache = cache
        self.reader = reader
    }

    /// The bytes of standard error that are kept for telling what is wrong.
    private static let mostWords = 512
    /// The bytes of the headers of all answers.
    private static let mostHeader = 64 << 10

    // MARK: - Asking

    /// The copy of a document from an earlier run; nil if there is none.
    mutating func restored(_ source: LiveSource) -> LiveContent? {
        guard case .url(let address) = source.origin, source.isDocument,
            let copy = cache?.copy(of: address, limit: source.limit),
            let content = try? content(of: copy.bytes, source)
        else { return nil }
        validators[address] = copy.validator
        return content
    }

    /// Begins to ask a source.
    ///
    /// - Parameter hasContent: whether an answer that nothing has changed is of any use.
    /// - Returns: what came of it, if that is known already.
    mutating func begin(_ source: Int, _ description: LiveSource, hasContent: Bool) -> Result? {
        do throws(LiveError) {
            switch description.origin {
            case .file(let file):
                switch try FileFetch.open(file, limit: description.limit) {
                case .content(let bytes):
                    return (source, outcome(of: bytes, SensorScale.applied(to: description, file)))
                case .descriptor(let descriptor): jobs[source] = .device(descriptor, bytes: [])
                }
            case .command(let program):
                let child = try Self.start(
                    program.arguments, folder: program.folder, limits: [description.limit, Self.mostWords])
                jobs[source] = .program(child, nil)
            case .url(let address):
                let validator = hasContent ? validators[address] ?? .none : .none
                let request = CurlRequest(
                    address: address, timeOut: description.timeOut, limit: description.limit, validator: validator)
                jobs[source] = .program(try start(request, description), request)
            case .variable, .topic: return (source, .unchanged)
            }
            return nil
        } catch {
            return (source, .failure(error))
        }
    }

    private func start(_ request: CurlRequest, _ description: LiveSource) throws(LiveError) -> ChildProcess {
        try Self.start(
            request.arguments, input: request.configuration,
            limits: [description.limit, Self.mostWords, Self.mostHeader])
    }

    private static func start(
        _ arguments: [String], folder: String? = nil, input: [UInt8] = [], limits: [Int]
    ) throws(LiveError) -> ChildProcess {
        do throws(SystemCallError) {
            return try ChildProcess.start(arguments, folder: folder, input: input, limits: limits)
        } catch {
            throw .cannotStart(error.reason, program: arguments[0])
        }
    }

    /// The descriptors to wait for.
    var descriptors: [Int32] {
        var all = leaving.map(\.endDescriptor)
        for job in jobs.values {
            switch job {
            case .program(let child, _):
                all.append(child.endDescriptor)
                all += child.outputs.map(\.descriptor).filter { $0 >= 0 }
            case .device(let descriptor, _): all.append(descriptor)
            }
        }
        return all
    }

    // MARK: - Going on

    /// Goes on with what has become readable; returns what came of the sources that are done.
    mutating func step(readable: Set<Int32>, _ describe: (Int) -> LiveSource) -> [Result] {
        leaving.removeAll { child in
            guard readable.contains(child.endDescriptor) else { return false }
            _ = child.reap()
            return true
        }
        var results: [Result] = []
        for source in jobs.keys.sorted() {
            let description = describe(source)
            switch jobs[source] {
            case .program(let child, let request)?:
                if let outcome = step(source, child, request, description, readable) {
                    jobs[source] = nil
                    results.append((source, outcome))
                }
            case .device(let descriptor, let bytes)? where readable.contains(descriptor):
                if let outcome = step(source, descriptor, bytes, description) {
                    jobs[source] = nil
                    results.append((source, outcome))
                }
            default: continue
            }
        }
        return results
    }

    /// Ends what takes too long; returns what came of devices, whose time-out is their end, and of what is gone at once.
    mutating func end(_ source: Int, _ description: LiveSource) -> Result? {
        switch jobs[source] {
        case .program(let child, _)?: child.kill()
        case .device(let descriptor, let bytes)?:
            close(descriptor)
            jobs[source] = nil
            let problem = LiveError.timedOut(after: description.timeOut)
            return (source, bytes.isEmpty ? .failure(problem) : outcome(of: bytes, description))
        case nil: break
        }
        return nil
    }

    /// Gives sources new numbers; what has none any more is ended.
    mutating func renumber(_ places: [Int: Int]) {
        var kept: [Int: Job] = [:]
        for (source, job) in jobs {
            if let place = places[source] {
                kept[place] = job
                continue
            }
            switch job {
            case .program(let child, _):
                child.kill()
                leaving.append(child)
            case .device(let descriptor, _): close(descriptor)
            }
        }
        jobs = kept
    }

    /// Ends everything; waits for nothing but that the kernel has taken what it killed.
    mutating func endAll() {
        renumber([:])
        for child in leaving { _ = child.reap() }
        leaving = []
    }

    // MARK: - What came

    private mutating func step(
        _ source: Int, _ child: ChildProcess, _ request: CurlRequest?, _ description: LiveSource,
        _ readable: Set<Int32>
    ) -> LiveTable.Outcome? {
        let hasEnded = readable.contains(child.endDescriptor)
        // What was written before the end is there now.
        child.takeOutput(isLast: hasEnded)
        if child.outputs[0].isOverfull, !hasEnded { child.kill() }
        guard hasEnded else { return nil }
        let status = child.reap()
        if child.outputs[0].isOverfull { return .failure(.tooLarge(limit: description.limit)) }
        if let request {
            do throws(LiveError) {
                let answer = CurlAnswer(header: child.outputs[2].bytes)
                if status == 0, let next = try request.redirected(by: answer) {
                    jobs[source] = .program(try start(next, description), next)
                    return nil
                }
            } catch {
                return .failure(error)
            }
            return outcome(of: child, request, status, description)
        }
        guard status == 0 else {
            let words = Self.firstLine(child.outputs[1].bytes)
            return .failure(status < 0 ? .killed(signal: -status) : .exited(status: status, words: words))
        }
        return outcome(of: child.outputs[0].bytes, description)
    }

    private mutating func outcome(
        of child: ChildProcess, _ request: CurlRequest, _ status: Int, _ description: LiveSource
    ) -> LiveTable.Outcome {
        let answer = CurlAnswer(header: child.outputs[2].bytes)
        guard status == 0 else {
            // 63: more than may be.
            if status == 63 { return .failure(.tooLarge(limit: description.limit)) }
            let isRefused = status == 22
            let words = isRefused ? "" : Self.firstLine(child.outputs[1].bytes)
            return .failure(.url(status: isRefused ? answer.status : nil, words: words))
        }
        if answer.status == 304, request.validator != .none { return .unchanged }
        guard let code = answer.status, (200..<300).contains(code) else {
            return .failure(.url(status: answer.status, words: ""))
        }
        let bytes = child.outputs[0].bytes
        let outcome = outcome(of: bytes, description)
        if case .content = outcome {
            validators[request.address] = answer.validator
            if description.isDocument {
                cache?.keep(DocumentCache.Copy(bytes: bytes, validator: answer.validator), of: request.address)
            }
        }
        return outcome
    }

    private mutating func step(
        _ source: Int, _ descriptor: Int32, _ given: [UInt8], _ description: LiveSource
    ) -> LiveTable.Outcome? {
        var bytes = given
        switch DescriptorBytes.read(descriptor, into: &bytes, most: description.limit - bytes.count + 1) {
        case .some where bytes.count <= description.limit, .nothing:
            jobs[source] = .device(descriptor, bytes: bytes)
            return nil
        case .some:
            close(descriptor)
            return .failure(.tooLarge(limit: description.limit))
        case .end:
            close(descriptor)
            return bytes.isEmpty ? .unchanged : outcome(of: bytes, description)
        case .failure(let code):
            close(descriptor)
            // The other end of a terminal is gone: what came before counts.
            guard bytes.isEmpty else { return outcome(of: bytes, description) }
            return .failure(.file(SystemCallError.reason(code), path: "the device"))
        }
    }

    private mutating func outcome(of bytes: [UInt8], _ description: LiveSource) -> LiveTable.Outcome {
        do throws(LiveError) {
            return .content(try content(of: bytes, description))
        } catch {
            return .failure(error)
        }
    }

    /// What bytes say; the reader decodes documents, if there is one.
    private mutating func content(
        of bytes: [UInt8], _ description: LiveSource
    ) throws(LiveError) -> LiveContent {
        let content = try description.form.content(of: bytes)
        guard let reader, case .document = content else { return content }
        // Files are looked at again and again; the same bytes are read once.
        if let known = read[description.name], known.bytes == bytes { return try known.result.get() }
        let result = reader.read(description, bytes).map { made in
            LiveContent.document(LiveDocument(bytes: bytes, content: made))
        }
        read[description.name] = (bytes, result)
        return try result.get()
    }

    /// The first line that a program said on standard error, without the program's name in front.
    private static func firstLine(_ bytes: [UInt8]) -> String {
        let line = LiveText.clean(utf8: bytes.prefix { $0 != 0x0A }, length: 200)
        guard line.hasPrefix("curl: ("), let end = line.firstIndex(of: ")") else { return line }
        return LiveText.clean(String(line[line.index(after: end)...]))
    }
}
