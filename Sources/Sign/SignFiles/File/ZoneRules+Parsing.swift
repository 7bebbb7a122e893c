import Schedules
import Settings

extension ZoneRules {
    /// Reads `time-zone`; nil within an optional for files without it, nil for an unknown zone.
    static func reading(_ fields: inout SignFields) -> ZoneRules?? {
        fields.optional("time-zone", expected: "a name such as Europe/Berlin, or UTC") { name in
            do throws(ZoneError) {
                return .value(try ZoneRules.named(name))
            } catch {
                return .refused(.zone(error))
            }
        }
    }
}
