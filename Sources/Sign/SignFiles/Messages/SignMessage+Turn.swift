import Marquee
import Schedules
import Settings
import Timelines

extension SignMessage {
    /// Reads when and for how long a message is shown; what the file does not say stays.
    mutating func readTurn(_ fields: inout SignFields) {
        let name = fields.name()
        let priority = Self.priority(&fields)
        let wakesSign = fields.flag("wake", default: false)
        let duration = fields.positiveTime("duration")
        let repeats = fields.optionalInteger("repeat", in: SignPlaylist.counts)
        let weight = fields.integer("weight", in: Self.weights, default: 1)
        let lifetime = fields.positiveTime("lifetime")
        let when = Schedule.when(&fields)
        (self.name, self.duration, self.repeats) = (name ?? nil, duration ?? nil, repeats ?? nil)
        (self.priority, self.weight) = (priority ?? 0, weight ?? 1)
        self.wakesSign = wakesSign ?? false
        (self.lifetime, self.when) = (lifetime ?? nil, when ?? nil)
        (places.name, places.when) = (fields.place(of: "name"), fields.place(of: "when"))
    }

    private static func priority(_ fields: inout SignFields) -> Int? {
        fields.parsed("priority", expected: "a whole number from 0 to 9, or urgent", default: 0) { text in
            text == "urgent" ? .value(priorities.upperBound) : DecimalNumber.parse(text, in: priorities)
        }
    }
}

extension SettingsFields<SignProblem> {
    /// Returns a length of time that is more than none, or nil within an optional where the file does not have the key.
    mutating func positiveTime(_ key: String) -> Nanoseconds?? {
        optional(key, expected: "a time such as 10s or 2m, longer than 0") { text -> Outcome<Nanoseconds> in
            guard case .value(let time) = Self.time(text), time > .zero else { return .wrongType }
            return .value(time)
        }
    }
}
