import SignFiles
import Timelines

/// The sockets of a server: what cannot be opened is retried, and reported once.
struct ServerSockets {
    /// The time between two attempts.
    static let interval = Nanoseconds.seconds(5)

    private let endpoints: [HTTPSettings.Endpoint]
    private var sockets: [ListeningSocket?]
    private var errors: [String?]
    /// When to retry; nil where all are open.
    private(set) var retry: Instant?

    init(_ endpoints: [HTTPSettings.Endpoint], at instant: Instant) {
        self.endpoints = endpoints
        sockets = endpoints.map { _ in nil }
        errors = endpoints.map { _ in nil }
        retry = instant
    }

    /// The sockets that are open.
    var open: [ListeningSocket] { sockets.compactMap { $0 } }

    /// Why what is missing cannot be opened, in a line; nil where all are open.
    var problem: String? {
        let words = errors.compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// The port of the first address.
    var port: UInt16 { sockets.first.flatMap { $0?.port } ?? endpoints.first?.port ?? 0 }

    /// Opens what is missing, if it is time; returns the new sockets.
    ///
    /// - Parameter report: gets what is new about them, a line each.
    mutating func step(at instant: Instant, report: (String) -> Void) -> [ListeningSocket] {
        guard let due = retry, due <= instant else { return [] }
        var opened: [ListeningSocket] = []
        for index in endpoints.indices where sockets[index] == nil {
            do {
                let socket = try ListeningSocket(endpoints[index])
                sockets[index] = socket
                opened.append(socket)
                if errors[index] != nil {
                    errors[index] = nil
                    report("the page is served at \(endpoints[index]) now")
                }
            } catch {
                let isKnown = errors[index] != nil
                errors[index] = "\(error)"
                if !isKnown {
                    report("the page is not served: \(error); retrying every 5 s")
                }
            }
        }
        retry = sockets.contains { $0 == nil } ? instant + Self.interval : nil
        return opened
    }
}
