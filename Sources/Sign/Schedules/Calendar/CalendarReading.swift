/// Reads a calendar in small steps, so that the thread that does it can do other things in between.
package struct CalendarReading {
    private var text: CalendarText
    private var reader: CalendarEventReader
    /// The components of events, and how many of them are read: zones may come after the events that name them.
    private var components: [CalendarText.Component] = []
    private var count = 0
    private var isSplit = false
    private var read: [CalendarEventReader.Event] = []

    /// Begins to read a calendar from any bytes.
    ///
    /// - Throws: `CalendarError` if there are more bytes than the limit.
    package init(_ bytes: [UInt8], limits: CalendarLimits = CalendarLimits()) throws(CalendarError) {
        text = try CalendarText(bytes, limits: limits)
        reader = CalendarEventReader(limits: limits)
    }

    /// Takes a step: finds a component, or reads an event.
    ///
    /// - Returns: the calendar with the last step; nil before.
    /// - Throws: `CalendarError` if the text is not a calendar.
    /// - Complexity: usually some 10 to 100 microseconds; a rule that has to be searched takes some milliseconds.
    package mutating func step() throws(CalendarError) -> CalendarFile? {
        if !isSplit {
            guard let component = try text.next() else {
                isSplit = true
                return nil
            }
            if component.name == "VTIMEZONE" { reader.zones.add(component) }
            if component.name == "VEVENT" { components.append(component) }
            return nil
        }
        guard count < components.count else { return CalendarFile(read, problems: reader.problems) }
        if let event = reader.event(components[count]) { read.append(event) }
        // Texts take memory.
        (components[count].text, components[count].lines) = ([], [])
        count += 1
        return nil
    }
}
