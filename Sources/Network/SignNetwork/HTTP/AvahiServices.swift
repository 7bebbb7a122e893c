import SignFiles

/// The services of a sign as a static file for Avahi (avahi.service(5)), so that programs find it in the local network (mDNS).
///
/// Browsers of services show the page (`_http._tcp`); integrations for AWTRIX clocks find a sign that takes their requests
/// (`_awtrix._tcp`). The file changes only with the settings, so no program has to run for it.
package struct AvahiServices {
    private let port: UInt16
    private let machine: String
    private let isAWTRIX: Bool

    /// - Parameter machine: the name of the machine, which identifies the sign.
    /// - Returns: nil for a sign that no other machine can reach.
    package init?(_ settings: HTTPSettings, machine: String) {
        guard let endpoint = settings.listen.first(where: { !$0.isLoopback }) else { return nil }
        (port, self.machine, isAWTRIX) = (endpoint.port, machine, settings.awtrix)
    }

    /// The file, with a newline at its end.
    package var text: String {
        let services = [service("_http._tcp", ["path=/"])] + (isAWTRIX ? [service("_awtrix._tcp", records)] : [])
        return """
            <?xml version="1.0" standalone="no"?>
            <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
            <service-group>
              <name replace-wildcards="yes">ledsign on %h</name>
            \(services.joined())</service-group>

            """
    }

    /// What a clock says of itself.
    private var records: [String] { ["id=\(machine)", "name=\(machine)", "type=awtrix3"] }

    private func service(_ type: String, _ records: [String]) -> String {
        let lines =
            ["  <service>", "    <type>\(type)</type>", "    <port>\(port)</port>"]
            + records.map { "    <txt-record>\(Self.escaped($0))</txt-record>" } + ["  </service>"]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }
}
