import CICal

/// A component that libical read; freed with its last reference.
final class LibicalComponent {
    /// A property: its name, value and parameters as libical read them.
    struct Property {
        var name: String
        /// As RFC 5545 writes it; texts are not escaped.
        var value: String
        var zone: String?
        /// The parameter RANGE, which changes what a RECURRENCE-ID means.
        var range: String?
    }

    private let component: OpaquePointer
    private let isOwner: Bool

    private init(_ component: OpaquePointer, isOwner: Bool) {
        self.component = component
        self.isOwner = isOwner
    }

    /// Reads one component; nil if libical finds none.
    convenience init?(_ text: [UInt8]) {
        // Errors are looked at here, and must not end the program.
        icalerror_set_errors_are_fatal(0)
        icalerror_clear_errno()
        var zeroEnded = text.map { CChar(bitPattern: $0) }
        zeroEnded.append(0)
        guard let component = icalparser_parse_string(zeroEnded) else { return nil }
        self.init(component, isOwner: true)
    }

    deinit {
        if isOwner { icalcomponent_free(component) }
    }

    /// The subcomponents of a kind; they belong to this component and are freed with it.
    func parts(_ kind: icalcomponent_kind) -> [LibicalComponent] {
        var parts: [LibicalComponent] = []
        var next = icalcomponent_get_first_component(component, kind)
        while let part = next {
            parts.append(LibicalComponent(part, isOwner: false))
            next = icalcomponent_get_next_component(component, kind)
        }
        return parts
    }

    /// All its properties; those that libical could not read are missing.
    var properties: [Property] {
        var properties: [Property] = []
        var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
        while let property = next {
            if icalproperty_isa(property) != ICAL_XLICERROR_PROPERTY, let found = Self.property(property) {
                properties.append(found)
            }
            next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
        }
        return properties
    }

    private static func property(_ property: OpaquePointer) -> Property? {
        guard let name = icalproperty_get_property_name_r(property) else { return nil }
        defer { icalmemory_free_buffer(name) }
        guard let value = value(of: property) else { return nil }
        return Property(
            name: String(cString: name).uppercased(), value: value, zone: parameter("TZID", of: property),
            range: parameter("RANGE", of: property))
    }

    /// Texts without their escapes, other values as the standard writes them.
    private static func value(of property: OpaquePointer) -> String? {
        if let value = icalproperty_get_value(property), icalvalue_isa(value) == ICAL_TEXT_VALUE {
            return icalvalue_get_text(value).map { String(cString: $0) }
        }
        guard let text = icalproperty_get_value_as_string_r(property) else { return nil }
        defer { icalmemory_free_buffer(text) }
        return String(cString: text)
    }

    private static func parameter(_ name: String, of property: OpaquePointer) -> String? {
        guard let text = icalproperty_get_parameter_as_string_r(property, name) else { return nil }
        defer { icalmemory_free_buffer(text) }
        var value = String(cString: text)
        if value.hasPrefix("\""), value.hasSuffix("\""), value.count >= 2 {
            value = String(value.dropFirst().dropLast())
        }
        return value
    }
}
