/// Which pages may change something: the sign's own.
///
/// Browsers send the origin of the page with everything that is not a mere GET, also from another port of the same machine.
package enum OriginRule {
    /// Whether the origin of a request, if it has one, is that to which it was sent.
    ///
    /// - Parameters:
    ///   - origin: all values of the header `Origin`.
    ///   - host: the value of the header `Host`.
    package static func allows(_ origin: [String], host: String?) -> Bool {
        guard let first = origin.first else { return true }
        guard origin.count == 1, let host, !host.isEmpty else { return false }
        let (given, own) = (first.lowercased(), host.lowercased())
        // A proxy that speaks https passes the host on unchanged.
        return given == "http://\(own)" || given == "https://\(own)"
    }
}
