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
        for family in families {
            guard let value = family.value(counts) else { continue }
            text += "# TYPE \(family.name) \(family.kind)\n# HELP \(family.name) \(family.help)\n"
            text += "\(family.name)\(family.kind == "counter" ? "_total" : "") \(value)\n"
        }
        text += sources(counts)
        text += "# TYPE ledsign_http_connections gauge\n# HELP ledsign_http_connections Connections to the server.\n"
        text += "ledsign_http_connections \(connections)\n# EOF\n"
        let type = "application/openmetrics-text; version=1.0.0; charset=utf-8"
        return HTTPResponse(200, headers: [("Content-Type", type)], body: Array(text.utf8))
    }

    private static let families = [
        MetricFamily(
            name: "ledsign_uptime_seconds", kind: "gauge", help: "Time since the sign was started.", member: "seconds"),
        MetricFamily(
            name: "ledsign_brightness_percent", kind: "gauge", help: "Brightness of the sign.", member: "brightness"),
        MetricFamily(name: "ledsign_frames", kind: "counter", help: "Frames shown.", member: "frames"),
        MetricFamily(name: "ledsign_frames_skipped", kind: "counter", help: "Changes not shown.", member: "skipped"),
        MetricFamily(
            name: "ledsign_lateness_p99_seconds", kind: "gauge", help: "Lateness that 99 of 100 frames do not exceed.",
            member: "lateness-p99"),
        MetricFamily(
            name: "ledsign_lateness_worst_seconds", kind: "gauge", help: "Worst lateness of a frame.",
            member: "lateness-worst"),
        MetricFamily(
            name: "ledsign_refresh_rate_hertz", kind: "gauge", help: "Refreshes of the panel per second.",
            member: "refresh-rate"),
        MetricFamily(
            name: "ledsign_stalls", kind: "counter", help: "Times that the panel was made dark by a fault.",
            member: "stalls"),
        MetricFamily(
            name: "ledsign_device_restarts", kind: "counter", help: "Times that the device was opened again.",
            member: "restarts"),
        MetricFamily(
            name: "ledsign_pixel_frames", kind: "counter", help: "Pictures of streams from the network.",
            member: "pixels-frames"),
        MetricFamily(
            name: "ledsign_pixel_packets", kind: "counter", help: "Packets of pixels from the network.",
            member: "pixels-packets"),
        MetricFamily(
            name: "ledsign_pixel_packets_dropped", kind: "counter", help: "Packets of pixels that were not shown.",
            member: "pixels-dropped"),
        MetricFamily(name: "ledsign_cues_played", kind: "counter", help: "Cues played.", member: "cues-played"),
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

/// A number that the statistics have.
private struct MetricFamily {
    let name: String
    let kind: String
    let help: String
    let member: String

    func value(_ counts: [JSONMember]) -> String? {
        guard case .number(let number)? = counts.first(where: { $0.name == member })?.value else { return nil }
        return number
    }
}
