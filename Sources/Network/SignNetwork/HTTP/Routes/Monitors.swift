import Settings

/// What monitors read: counts as OpenMetrics text, and whether the sign is well.
extension HTTPResponse {
    /// The answer of `/healthz`: 200, or 503 with the reason.
    ///
    /// - Parameter state: what the sign says of itself; nil if it does not answer.
    package static func health(_ state: [JSONMember]?) -> HTTPResponse {
        guard let state else { return .failure(503, "silent", "the sign does not answer") }
        guard let problem = state.first(where: { $0.name == "problem" })?.value.text else { return .done([]) }
        return .failure(503, "problem", problem)
    }

    /// The answer of `/metrics`.
    ///
    /// - Parameter counts: the members of the sign's statistics, and others that are whole numbers.
    package static func metrics(_ counts: [JSONMember], connections: Int) -> HTTPResponse {
        var text = ""
        for (name, kind, help, member) in families {
            guard case .number(let value)? = counts.first(where: { $0.name == member })?.value else { continue }
            text += "# TYPE ledsign_\(name) \(kind)\n# HELP ledsign_\(name) \(help)\n"
            text += "ledsign_\(name)\(kind == "counter" ? "_total" : "") \(value)\n"
        }
        text += sources(counts)
        text += "# TYPE ledsign_http_connections gauge\n# HELP ledsign_http_connections Connections to the server.\n"
        text += "ledsign_http_connections \(connections)\n# EOF\n"
        let type = "application/openmetrics-text; version=1.0.0; charset=utf-8"
        return HTTPResponse(200, headers: [("Content-Type", type)], body: Array(text.utf8))
    }

    /// The numbers that the statistics have: names and kinds for monitors, help for people, and the members of the statistics.
    private static let families = [
        ("uptime_seconds", "gauge", "Time since the sign was started.", "seconds"),
        ("brightness_percent", "gauge", "Brightness of the sign.", "brightness"),
        ("frames", "counter", "Frames shown.", "frames"),
        ("frames_skipped", "counter", "Changes not shown.", "skipped"),
        ("lateness_p99_seconds", "gauge", "Lateness that 99 of 100 frames do not exceed.", "lateness-p99"),
        ("lateness_worst_seconds", "gauge", "Worst lateness of a frame.", "lateness-worst"),
        ("refresh_rate_hertz", "gauge", "Refreshes of the panel per second.", "refresh-rate"),
        ("stalls", "counter", "Times that the panel was made dark by a fault.", "stalls"),
        ("device_restarts", "counter", "Times that the device was opened again.", "restarts"),
        ("pixel_frames", "counter", "Pictures of streams from the network.", "pixels-frames"),
        ("pixel_packets", "counter", "Packets of pixels from the network.", "pixels-packets"),
        ("pixel_packets_dropped", "counter", "Packets of pixels that were not shown.", "pixels-dropped"),
        ("cues_played", "counter", "Cues played.", "cues-played"),
    ]

    private static func sources(_ counts: [JSONMember]) -> String {
        guard case .list(let sources)? = counts.first(where: { $0.name == "sources" })?.value else { return "" }
        let failed = sources.filter { $0["problem"]?.text != nil }.count
        return """
            # TYPE ledsign_sources gauge
            # HELP ledsign_sources Sources of fields, calendars and images by their state.
            ledsign_sources{state="ok"} \(sources.count - failed)
            ledsign_sources{state="failed"} \(failed)

            """
    }
}
