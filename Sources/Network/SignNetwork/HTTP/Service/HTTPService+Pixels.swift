import PixelGraphics
import Settings
import SignHost

/// Pictures of a stream over HTTP. They go straight to what takes pixels, and never wait for the sign.
extension HTTPService {
    /// The head of a request with pixels has arrived; they come more often than other changes.
    func beginPixels(_ request: HTTPRequest) -> HTTPDaemon.Verdict {
        do throws(ControlError) {
            _ = try PixelRequest(request)
        } catch {
            return refuse(.failure(error))
        }
        guard let pixels = mailbox.pixels else { return refuse(Self.noPixels) }
        guard streamed.take(request.network, at: now) == nil else {
            let words = "at most \(PixelRequest.maximumPerSecond) pictures a second are taken"
            return refuse(.failure(429, "too-often", words, headers: [("Retry-After", "1")]))
        }
        return read(limit: PixelRequest.limit(pixels.status.size)) { $0.respond($2, $0.takePixels($1)) }
    }

    /// All of a request with pixels has arrived.
    func takePixels(_ request: HTTPRequest) -> HTTPResponse {
        guard let pixels = mailbox.pixels else { return Self.noPixels }
        // Pages of others cannot send a PUT without being asked, whatever its type is.
        let type = request.header("Content-Type")?.split(separator: ";").first.map { $0.lowercased() }
        guard type ?? PixelRequest.type == PixelRequest.type else {
            return .failure(415, "wrong-type", "send the body as Content-Type: \(PixelRequest.type), or without a type")
        }
        do throws(ControlError) {
            let area = try PixelRequest(request).area(in: pixels.status.size, bytes: request.body.count)
            return Self.answer(pixels.submit(area, request.body, from: request.peer))
        } catch {
            return .failure(error)
        }
    }

    private static var noPixels: HTTPResponse { .failure(409, "refused", PixelStreamStatus.noPixels) }

    private static func answer(_ outcome: PixelSubmission) -> HTTPResponse {
        switch outcome {
        case .taken: .done([])
        case .owned(let owner):
            .failure(409, "refused", "\(owner) sends pixels; `ledsign ctl pixels stop` takes the sign back")
        case .stopped:
            .failure(
                409, "refused",
                "pixels of this sender were stopped; wait until it is silent, or run `ledsign ctl pixels allow`"
            )
        }
    }
}
