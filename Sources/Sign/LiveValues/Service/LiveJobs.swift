import Glibc
import LinuxSystem
import Timelines

/// What is being asked at the moment: programs, open devices and connections, by the number of their source.
///
/// Used by one thread; nothing here waits.
struct LiveJobs {
    enum Job {
        case program(ChildProcess, CurlRequest?)
        case device(Int32, bytes: [UInt8])
        /// Its bytes are here.
        case decoding(LiveDecoding)
    }

    /// What was asked, and the header of the answer.
    typealias Answer = (address: LiveAddress, header: CurlAnswer)

    var jobs: [Int: Job] = [:]
    /// What stays open from picture to picture.
    var connections: [Int: any LiveConnection] = [:]
    /// Programs that were killed and have no source any more.
    var leaving: [ChildProcess] = []
    /// What servers call the newest versions of their documents, and the copies that came with that.
    var validators: [LiveAddress: CurlRequest.Validator] = [:]
    let cache: DocumentCache?
    let reader: LiveDocumentReader?
    /// nil where sources cannot connect.
    var connector: LiveConnector?
    /// The bytes of documents that were read last, by the names of their sources, and what came of them.
    var read: [String: (bytes: [UInt8], result: Result<LiveContent, WordedError>)] = [:]

    /// The bytes of standard error that are kept for telling what is wrong.
    private static let maximumWords = 512
    /// The bytes of the headers of all answers.
    private static let maximumHeader = 64 << 10

    /// The copy of a source's document from an earlier run, decoded; nil if there is none, or it cannot be used.
    mutating func copy(of source: LiveSource) -> LiveContent? {
        guard case .url(let address) = source.origin, source.isDocument, source.turn == nil,
            let (bytes, validator) = cache?.copy(of: address, limit: source.limit),
            (try? source.form.content(of: bytes)) != nil,
            case .success(let content) = reader?(source, bytes) ?? .success(nil)
        else { return nil }
        validators[address] = validators[address] ?? validator
        return .document(LiveDocument(bytes: bytes, content: content))
    }

    /// Begins to ask a source.
    ///
    /// - Parameter hasContent: whether an answer that nothing has changed is of any use.
    /// - Returns: what came of it, if that is known already.
    mutating func begin(
        _ source: Int, _ description: LiveSource, hasContent: Bool, at now: Instant
    ) -> LiveTable.Outcome? {
        do throws(WordedError) {
            switch description.origin {
            case .file(let file):
                let (content, descriptor) = try file.open(limit: description.limit)
                guard let descriptor else { return outcome(source, of: content, file.scaled(description)) }
                jobs[source] = .device(descriptor, bytes: [])
            case .command(let program):
                let child = try Self.start(
                    program.arguments, folder: program.folder, limits: [description.limit, Self.maximumWords])
                jobs[source] = .program(child, nil)
            case .url(let address) where address.isWebSocket:
                try connect(source, to: address, limit: description.limit, at: now)
            case .url(let address):
                let isKnown = hasContent && description.turn == nil
                let validator = isKnown ? validators[address] ?? .none : .none
                let request = CurlRequest(
                    address: try address.authorized(), timeout: description.timeout, limit: description.limit,
                    validator: validator)
                jobs[source] = .program(try start(request, description), request)
            case .variable, .topic: return .success(nil)
            }
            return nil
        } catch {
            return .failure(error)
        }
    }

    func start(_ request: CurlRequest, _ description: LiveSource) throws(WordedError) -> ChildProcess {
        try Self.start(
            request.arguments, input: request.configuration,
            limits: [description.limit, Self.maximumWords, Self.maximumHeader])
    }

    private static func start(
        _ arguments: [String], folder: String? = nil, input: [UInt8] = [], limits: [Int]
    ) throws(WordedError) -> ChildProcess {
        do throws(SystemCallError) {
            return try ChildProcess.start(arguments, folder: folder, input: input, limits: limits)
        } catch {
            let cure = arguments[0] == LiveProgram.curl ? "; install the package curl" : ""
            throw WordedError("cannot start the program \(arguments[0]): \(error.reason)\(cure)")
        }
    }

    /// What to wait for, besides what is due at a time.
    var waits: [pollfd] {
        let connected = connections.filter { jobs[$0.key] == nil }.map(\.value.wait)
        return connected + descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    private var descriptors: [Int32] {
        var all = leaving.map(\.endDescriptor)
        for job in jobs.values {
            switch job {
            case .program(let child, _):
                all.append(child.endDescriptor)
                all += child.outputs.map(\.descriptor).filter { $0 >= 0 }
            case .device(let descriptor, _): all.append(descriptor)
            case .decoding(let document): all.append(document.descriptor)
            }
        }
        return all
    }

    /// The sources whose documents are being decoded.
    var decoding: [Int] { jobs.keys.filter { if case .decoding? = jobs[$0] { true } else { false } } }

    /// Continues the jobs whose descriptors are readable; returns what came of the sources that are done.
    mutating func step(
        readable: Set<Int32>, _ describe: (Int) -> LiveSource
    ) -> [(source: Int, outcome: LiveTable.Outcome)] {
        leaving.removeAll { child in
            guard readable.contains(child.endDescriptor) else { return false }
            _ = child.reap()
            return true
        }
        var results: [(source: Int, outcome: LiveTable.Outcome)] = []
        for source in jobs.keys.sorted() {
            let description = describe(source)
            switch jobs[source] {
            case .program(let child, let request)?:
                if let result = step(source, child, request, description, readable) { results.append((source, result)) }
            case .device(let descriptor, let bytes)? where readable.contains(descriptor):
                if let result = step(source, descriptor, bytes, description) { results.append((source, result)) }
            case .decoding(let document)?:
                guard let result = document.result else { continue }
                jobs[source] = nil
                results.append((source, finish(document.bytes, document.answer, result, description)))
            default: continue
            }
        }
        return results
    }

    /// Ends what takes too long; returns what came of devices, whose timeout is their end, and of what is gone at once.
    mutating func end(_ source: Int, _ description: LiveSource) -> LiveTable.Outcome? {
        switch jobs[source] {
        case .program(let child, _)?: child.kill()
        case .device(let descriptor, let bytes)?:
            close(descriptor)
            jobs[source] = nil
            let problem = WordedError.timedOut(after: description.timeout)
            return bytes.isEmpty ? .failure(problem) : outcome(source, of: bytes, description)
        case .decoding?, nil: break
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
            case .decoding: continue
            }
        }
        jobs = kept
        let connected = connections.compactMap { source, connection in places[source].map { ($0, connection) } }
        connections = Dictionary(uniqueKeysWithValues: connected)
    }

    /// Forgets what came of sources that are no longer asked.
    mutating func forget(allBut sources: [LiveSource]) {
        let names = Set(sources.map(\.name))
        read = read.filter { names.contains($0.key) }
        let addresses = sources.compactMap { if case .url(let address) = $0.origin { address } else { nil } }
        validators = validators.filter { addresses.contains($0.key) }
    }

    /// Ends everything; waits for nothing but that the kernel has taken what it killed.
    mutating func endAll() {
        renumber([:])
        for child in leaving { _ = child.reap() }
        leaving = []
    }
}

/// Connections that stay open.
extension LiveJobs {
    /// Asks for the picture of another turn, over the connection that is there or a new one.
    mutating func connect(
        _ source: Int, to address: LiveAddress, limit: Int, at now: Instant
    ) throws(WordedError) {
        if let connection = connections[source] { return connection.beginTurn() }
        guard let connector else {
            throw WordedError("WebSockets are for the program ledsign; use the http:// URL that ends in /next")
        }
        connections[source] = try connector(try address.authorized(), limit, now)
    }

    /// When a connection has to continue, those aside whose pictures are being decoded; nil without any.
    var connectionDue: Instant? { connections.lazy.filter { jobs[$0.key] == nil }.map { $0.value.due }.min() }

    /// How much is taken of a connection before others have their turn.
    private static let maximumArrivals = 64

    /// Continues all connections; what has come of them goes into a table.
    mutating func stepConnections(_ table: inout LiveTable, at now: Instant) {
        let sources = table.sources
        for source in connections.keys.sorted() {
            // While a picture is being decoded, what comes behind it waits; and a server that sends without end keeps no one else waiting.
            for _ in 0..<Self.maximumArrivals {
                guard jobs[source] == nil, let connection = connections[source] else { break }
                do throws(WordedError) {
                    guard let arrival = try connection.run(at: now) else { break }
                    guard case .picture(let bytes, let answer) = arrival else {
                        table.tell(source, arrival, at: now)
                        continue
                    }
                    guard case .url(let address) = sources[source].origin else { break }
                    let result = outcome(source, of: bytes, sources[source], (address, CurlAnswer(answer)))
                    if let result { table.finish(source, result, at: now) }
                } catch {
                    connections[source] = nil
                    table.finish(source, .failure(error), at: now)
                }
            }
        }
    }
}

/// A document that is being decoded on a thread of its own, so that other sources do not wait for it.
struct LiveDecoding {
    /// The document's bytes.
    let bytes: [UInt8]
    /// What the server says of this version, which counts once the document is decoded; nil if it came from elsewhere.
    let answer: LiveJobs.Answer?
    /// What the reader says; nil until it has.
    private let mailbox: Mailbox<Result<(any Sendable)?, WordedError>?>
    private var worker: Worker?

    init(
        _ bytes: [UInt8], of source: LiveSource, answer: LiveJobs.Answer?, _ reader: LiveDocumentReader?
    ) {
        (self.bytes, self.answer) = (bytes, answer)
        mailbox = Mailbox(reader == nil ? .success(nil) : nil)
        guard let reader else { return }
        func decode(_ mailbox: Mailbox<Result<(any Sendable)?, WordedError>?>) {
            let said = reader(source, bytes)
            mailbox.post { $0 = said }
        }
        worker = try? Worker(named: "ledsign-decode", mailbox, run: decode)
        // Without a thread it is better to be late than to have no document.
        if worker == nil { decode(mailbox) }
    }

    /// Becomes readable when the document is decoded; for poll(2).
    var descriptor: Int32 { mailbox.wake.number }

    /// What the document says; nil until it is decoded.
    var result: Result<LiveContent, WordedError>? {
        mailbox.look { $0 }.map { said in said.map { .document(LiveDocument(bytes: bytes, content: $0)) } }
    }
}
