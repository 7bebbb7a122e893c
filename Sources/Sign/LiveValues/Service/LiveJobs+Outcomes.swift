import Glibc
import LinuxSystem

/// What came of programs, devices and documents.
extension LiveJobs {
    /// Continues a program; returns its outcome, or nil where it is not done or its document has to be decoded.
    mutating func step(
        _ source: Int, _ child: ChildProcess, _ request: CurlRequest?, _ description: LiveSource,
        _ readable: Set<Int32>
    ) -> LiveTable.Outcome? {
        let hasEnded = readable.contains(child.endDescriptor)
        // What was written before the end is there now.
        child.takeOutput(isLast: hasEnded)
        if child.outputs[0].isOverfull, !hasEnded { child.kill() }
        guard hasEnded else { return nil }
        jobs[source] = nil
        let status = child.reap()
        if child.outputs[0].isOverfull { return .failure(.tooLarge(of: description)) }
        if let request {
            do throws(WordedError) {
                let answer = CurlAnswer(header: child.outputs[2].bytes)
                if status == 0, let next = try request.redirected(by: answer) {
                    jobs[source] = .program(try start(next, description), next)
                    return nil
                }
            } catch {
                return .failure(error)
            }
            return outcome(source, of: child, request, status, description)
        }
        guard status == 0 else {
            let words = Self.firstLine(child.outputs[1].bytes)
            let end = status < 0 ? "was killed by signal \(-status)" : "ended with status \(status)"
            return .failure(WordedError("it \(end)" + (status < 0 || words.isEmpty ? "" : ": \(words)")))
        }
        return outcome(source, of: child.outputs[0].bytes, description)
    }

    private mutating func outcome(
        _ source: Int, of child: ChildProcess, _ request: CurlRequest, _ status: Int, _ description: LiveSource
    ) -> LiveTable.Outcome? {
        let answer = CurlAnswer(header: child.outputs[2].bytes)
        guard status == 0 else {
            // 63: more than may be.
            if status == 63 { return .failure(.tooLarge(of: description)) }
            let isRefused = status == 22
            let words = isRefused ? "" : Self.firstLine(child.outputs[1].bytes)
            return .failure(.url(status: isRefused ? answer.status : nil, words: words))
        }
        if answer.status == 304, request.validator != .none { return .success(nil) }
        guard let code = answer.status, (200..<300).contains(code) else {
            return .failure(.url(status: answer.status, words: ""))
        }
        return outcome(source, of: child.outputs[0].bytes, description, (request.address, answer))
    }

    mutating func step(
        _ source: Int, _ descriptor: Int32, _ given: [UInt8], _ description: LiveSource
    ) -> LiveTable.Outcome? {
        var bytes = given
        let end = DescriptorBytes.read(descriptor, into: &bytes, maximum: description.limit - bytes.count + 1)
        switch end {
        case .some where bytes.count <= description.limit, .nothing:
            jobs[source] = .device(descriptor, bytes: bytes)
            return nil
        case .some, .end, .failure:
            close(descriptor)
            jobs[source] = nil
        }
        if case .some = end { return .failure(.tooLarge(limit: description.limit)) }
        // Of a terminal whose other end is gone what came before counts.
        guard bytes.isEmpty else { return outcome(source, of: bytes, description) }
        guard case .failure(let code) = end else { return .success(nil) }
        return .failure(.file(SystemCallError.reason(code), path: "the device"))
    }

    /// What bytes that have come say; nil for a document, which is decoded from now on.
    ///
    /// - Parameter answer: what the server says of them.
    mutating func outcome(
        _ source: Int, of bytes: [UInt8], _ description: LiveSource, _ answer: Answer? = nil
    ) -> LiveTable.Outcome? {
        do throws(WordedError) {
            let content = try description.form.content(of: bytes)
            guard case .document = content else {
                if let answer { validators[answer.address] = answer.header.validator }
                return .success(content)
            }
            // Files are looked at again and again; the same bytes are read once.
            if let known = read[description.name], known.bytes == bytes {
                return finish(bytes, answer, known.result, description)
            }
            let document = LiveDecoding(bytes, of: description, answer: answer, reader)
            if let result = document.result { return finish(bytes, answer, result, description) }
            jobs[source] = .decoding(document)
            return nil
        } catch {
            return .failure(error)
        }
    }

    /// Keeps what a document has been decoded to.
    mutating func finish(
        _ bytes: [UInt8], _ answer: Answer?, _ result: Result<LiveContent, WordedError>, _ description: LiveSource
    ) -> LiveTable.Outcome {
        if let turn = description.turn {
            var told = answer?.header.tronbyt ?? TronbytAnswer()
            told.turn = turn
            return result.map { _ in .document(LiveDocument(bytes: bytes, answer: told)) }
        }
        if reader != nil { read[description.name] = (bytes, result) }
        if case .success = result, let (address, header) = answer {
            validators[address] = header.validator
            if !description.takesTurns { cache?.keep(bytes, header.validator, of: address) }
        }
        return result.map { $0 }
    }

    /// The first line that a program said on standard error, without the program's name in front.
    private static func firstLine(_ bytes: [UInt8]) -> String {
        let line = LiveText.clean(utf8: bytes.prefix { $0 != 0x0A }, length: 200)
        guard line.hasPrefix("curl: ("), let end = line.firstIndex(of: ")") else { return line }
        return LiveText.clean(String(line[line.index(after: end)...]))
    }
}
