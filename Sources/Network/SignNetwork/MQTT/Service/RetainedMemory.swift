import Settings

/// What the broker keeps and has sent: states are taken once, commands are ignored, and said so once.
struct RetainedMemory {
    private var taken: [String: StableHash] = [:]
    private var reported: Set<String> = []

    /// The topics that are remembered.
    static let maximum = 1_024

    /// Whether a kept state is new.
    mutating func isNew(_ topic: String, _ payload: [UInt8]) -> Bool {
        var hash = StableHash()
        hash.combine(payload)
        guard taken[topic] != hash else { return false }
        if taken.count < Self.maximum || taken[topic] != nil { taken[topic] = hash }
        return true
    }

    /// Whether the log is still to say that a retained command is ignored.
    mutating func isToReport(_ topic: String) -> Bool {
        reported.count < Self.maximum && reported.insert(topic).inserted
    }
}
