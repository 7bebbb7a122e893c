import SignFiles

extension SignMessage {
    /// Whether it differs from another one only in its motion, so that the text on the sign stays as it is.
    func differsInMotion(from other: SignMessage) -> Bool {
        var moved = other
        moved.speed = speed
        moved.direction = direction
        moved.scroll = scroll
        moved.bounces = bounces
        moved.spacing = spacing
        moved.cycle = cycle
        moved.easing = easing
        moved.rendering = rendering
        return differsInLook(from: other) && !differsInLook(from: moved)
    }

    /// Whether it differs from another one in more than when and for how long it is shown.
    func differsInLook(from other: SignMessage) -> Bool {
        var same = other
        (same.name, same.priority, same.duration, same.repeats) = (name, priority, duration, repeats)
        (same.weight, same.lifetime, same.swap, same.when) = (weight, lifetime, swap, when)
        return self != same
    }

    /// Whether the time of day decides when it is shown, or is part of its text.
    var isTimed: Bool { when != nil || calendar != nil || !markup.times.isEmpty }

    /// Whether it has a clock, or parts or cues that go by one.
    var showsTime: Bool { !markup.times.isEmpty || parts?.goByClock ?? false }
}

extension SignParts {
    fileprivate var goByClock: Bool {
        followsTheClock || all.contains { $0.cues.contains(where: \.ticks.followsTheClock) }
    }
}
