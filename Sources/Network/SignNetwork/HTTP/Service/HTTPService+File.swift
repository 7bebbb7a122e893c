import Glibc
import LinuxSystem
import Settings
import SignFiles
import SignHost

/// The sign file over HTTP. It waits for the disk, as this thread may.
extension HTTPService {
    /// Answers with what is made of the sign file, on a sign that has one.
    func respond(_ call: HTTPDaemon.Call, file answer: @autoclosure () -> HTTPResponse) {
        respond(call, configuration.signFile.isEmpty ? Self.noFile : answer())
    }

    private static var noFile: HTTPResponse { .failure(404, "no-such-file", "the sign has no sign file") }

    var schemaAnswer: HTTPResponse {
        guard !schema.isEmpty else { return .failure(404, "no-such-file", "the schema of sign files is not installed") }
        return HTTPResponse(200, headers: [("Content-Type", "application/schema+json")], body: schema)
    }

    /// The sign file, or what it says as JSON for those who ask for that.
    func fileAnswer(_ request: HTTPRequest) -> HTTPResponse {
        let (bytes, tag): ([UInt8], String)
        do throws(FileReadingError) {
            (bytes, tag) = try configuration.edit.read()
        } catch {
            return .failure(500, "unreadable", "cannot read the sign file: \(error.descriptionWithFix)")
        }
        guard request.header("Accept") == "application/json" else { return Self.file(bytes, headers: [("ETag", tag)]) }
        do throws(TextError) {
            var response = HTTPResponse.json(try SignEditor(bytes).value)
            response.headers.append(("ETag", tag))
            return response
        } catch {
            return .failure(409, "refused", "the sign file cannot be read: \(error)")
        }
    }

    private static func file(_ bytes: [UInt8], headers: [HTTPRequest.Item] = []) -> HTTPResponse {
        HTTPResponse(200, headers: headers + [("Content-Type", "application/yaml")], body: bytes)
    }

    // MARK: Saving

    /// Why no sign file may be saved; nil if one may.
    var unsavable: HTTPResponse? {
        if configuration.signFile.isEmpty { return Self.noFile }
        if configuration.settings.edit { return nil }
        return .failure(403, "no-edit", "the sign file may not be saved over HTTP; `edit: yes` of http: allows it")
    }

    func checkFile(_ request: HTTPRequest) -> HTTPResponse {
        .json(configuration.edit.check(request.body, inspect: inspection).all.json)
    }

    func saveFile(_ request: HTTPRequest) -> HTTPResponse {
        if let refusal = unsavable { return refusal }
        return save(request.body, ifMatch: request.header("If-Match"))
    }

    private func save(_ draft: [UInt8], ifMatch header: String?) -> HTTPResponse {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        let outcome = configuration.edit.save(
            draft, ifMatch: header, last: &lastSave, at: milliseconds, inspect: inspection)
        return outcome.response
    }

    // MARK: Messages

    /// The messages of the file with their numbers, and the tag of the file.
    var fileMessages: HTTPResponse {
        do {
            let (bytes, tag) = try configuration.edit.read()
            let messages = try SignEditor(bytes).messages.enumerated().map { number, message -> JSONValue in
                [
                    "number": .integer(number + 1), "zone": message.zone.map { .text($0) },
                    "title": .text(message.title), "disabled": .bool(message.isDisabled), "message": message.value,
                ]
            }
            var response = HTTPResponse.json(.list(messages))
            response.headers.append(("ETag", tag))
            return response
        } catch let error as TextError {
            return .failure(409, "refused", "the sign file cannot be read: \(error)")
        } catch {
            return .failure(500, "unreadable", "cannot read the sign file: \(error)")
        }
    }

    /// Changes a message of the file, and saves it as a whole draft is saved.
    func editMessages(_ request: HTTPRequest) -> HTTPResponse {
        if let refusal = unsavable { return refusal }
        do {
            let (bytes, tag) = try configuration.edit.read()
            guard let isCurrent = SignEdit.matches(request.header("If-Match"), bytes) else {
                return SignEdit.Outcome.unconditional.response
            }
            guard isCurrent else { return SignEdit.Outcome.changed(tag: tag).response }
            var editor = try SignEditor(bytes)
            try editor.apply(try JSONValue(parsing: request.body))
            return save(editor.bytes, ifMatch: request.header("If-Match"))
        } catch let error as TextError {
            return .failure(400, "wrong-value", error.description)
        } catch {
            return .failure(500, "unreadable", "cannot read the sign file: \(error)")
        }
    }

    /// Names the first problem in words, and all with their places.
    static func refusal(_ status: Int, _ code: String, _ problems: [EditMark]) -> HTTPResponse {
        let words = problems.first.map { "line \($0.line), column \($0.column): \($0.message)" } ?? ""
        return .json(HTTPResponse.failure(code, words, problems: problems.json), status: status)
    }

    /// Looks for what a draft names, as `ledsign check` does.
    var inspection: SignDraft.Inspection {
        { [board = configuration.board] file, found in
            SignFileLoader.inspect(file, found: found, board: board).problems
        }
    }

    // MARK: Pictures

    /// Answers with what is made of the pictures beside the sign file, and with those that the file names.
    func respond(_ call: HTTPDaemon.Call, pictures answer: (SignPictures, PictureUses) -> HTTPResponse) {
        if let refusal = unsavable { return respond(call, refusal) }
        let file = SettingsFile((try? configuration.edit.read().bytes) ?? [], path: "", form: .sign)
        respond(call, answer(configuration.pictures, PictureUses(in: file)))
    }

    // MARK: Backup

    /// The sign file and what is beside it as one file; a few in a time, because each is as large as all of them.
    var backup: HTTPResponse {
        if let refusal = unsavable { return refusal }
        guard backups.take("", at: now) == nil else {
            return .failure(
                429, "too-often", "two backups were sent within 20 s; retry later", headers: [("Retry-After", "20")])
        }
        do throws(TextError) {
            let headers = [
                ("Content-Type", Route.archive[0]), ("Content-Disposition", "attachment; filename=\"sign.tar\""),
            ]
            return HTTPResponse(200, headers: headers, body: try SignBackup(configuration).archive())
        } catch {
            return .failure(409, "refused", error.description)
        }
    }

    /// Restores a backup if all of it may be; the sign file of now is kept as a version.
    func restore(_ request: HTTPRequest) -> HTTPResponse {
        if let refusal = unsavable { return refusal }
        do throws(TextError) {
            let (draft, refusal) = try SignBackup(configuration).restore(request.body, inspect: inspection)
            return refusal ?? save(draft, ifMatch: "*")
        } catch {
            return .failure(400, "wrong-value", error.description)
        }
    }

    // MARK: Versions

    var versionList: HTTPResponse {
        let all = configuration.versions?.list() ?? []
        return .json(
            .list(
                all.map { number, size in
                    ["id": "\(number)", "size": .integer(size), "saved": .integer(number / 1_000)]
                }))
    }

    func version(_ id: String) -> HTTPResponse {
        guard let number = SignVersions.number(id), let bytes = configuration.versions?.read(number) else {
            return .failure(404, "no-such-version", "there is no earlier version of that number")
        }
        return Self.file(bytes)
    }
}

extension SignEdit.Outcome {
    /// The answer to the request (RFC 9110, RFC 6585).
    var response: HTTPResponse {
        switch self {
        case .saved(let tag):
            var response = HTTPResponse.done([])
            response.headers.append(("ETag", tag))
            return response
        case .unconditional:
            return .failure(428, "no-if-match", "give the ETag of the file that was read as If-Match")
        case .changed(let tag):
            return .failure(
                412, "changed", "someone else has saved the sign file meanwhile", headers: [("ETag", tag)])
        case .wrong(let problems): return HTTPService.refusal(400, "wrong-value", problems)
        case .forbidden(let problems): return HTTPService.refusal(403, "forbidden", problems)
        case .tooLarge(let limit): return .failure(413, "too-long", "a sign file has at most \(limit) bytes")
        case .failed(let words): return .failure(500, "not-saved", words)
        }
    }
}
