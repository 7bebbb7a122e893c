extension CalendarFile {
    /// One schedule for each event, in their order.
    package var schedules: [Schedule] { events.map(Schedule.event) }

    /// While any of the events takes place.
    package var schedule: Schedule { .any(schedules) }

    /// A book of the events: its active numbers are indices of `events`.
    package func book(zone: ZoneRules) -> ScheduleBook { ScheduleBook(schedules, zone: zone) }
}
