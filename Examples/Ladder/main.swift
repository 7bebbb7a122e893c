import LEDSign

/// Ticks of our own: 1, 2, 4, 8 seconds and so on after the start.
struct DoublingTicks: TickSchedule {
    func latest(at instant: Instant) -> Tick? {
        guard instant >= .zero + .seconds(1) else { return nil }
        let number = 63 - (instant.nanoseconds / 1_000_000_000).leadingZeroBitCount
        return Tick(instant: .zero + .seconds(1 << Int64(number)), number: number)
    }
    func next(after instant: Instant) -> Instant? {
        .zero + .seconds(1 << Int64((latest(at: instant)?.number ?? -1) + 1))
    }
}

/// Content of our own: a bar that grows by two columns at every tick.
struct Ladder: Content {
    let ticks = DoublingTicks()
    func draw(at instant: Instant, into frame: inout Frame) {
        let rungs = (ticks.latest(at: instant)?.number ?? -1) + 1
        frame.canvas.fill(Rectangle(x: 0, y: 0, width: 2 * rungs, height: 1), with: .white)
    }
    func nextChange(after instant: Instant) -> Instant? { ticks.next(after: instant) }
}

// On a manual clock the sign runs in no time; on a real one, sleep until the deadline instead.
var presenter = Presenter(Ladder(), size: Size(width: 12, height: 1), format: .mono)
var clock = ManualClock()
while clock.now < .zero + .seconds(20), presenter.present(at: clock.now), let next = presenter.deadline {
    print(TextPicture.text(presenter.frame.canvas), "at \((clock.now - .zero).text)", separator: "", terminator: "\n")
    clock.advance(to: next)
}
