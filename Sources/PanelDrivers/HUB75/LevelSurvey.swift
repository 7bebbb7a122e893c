/// What the levels of a row pair have in common: their distinct times, and which planes have equal bits.
struct LevelSurvey {
    /// The planes that are shown, as bits, and how many they are.
    let shown: Int
    private let shownCount: Int
    private let planes: PlaneTiming
    /// The distinct times in units, ascending, without 0; room for as many as there are planes.
    let times: UnsafeMutablePointer<Int>
    private(set) var timeCount = 0
    /// Whether there are more times than planes.
    private(set) var hasManyTimes = false
    /// The shown planes, those that are equal in all levels together; room for as many as there are planes.
    let groups: UnsafeMutablePointer<Int>
    private(set) var groupCount = 1
    /// The planes that are equal to some other one so far.
    private var alike: Int
    /// The planes that are lit in some level.
    private(set) var lit = 0

    /// Begins with no level: all planes are equal.
    ///
    /// - Parameter memory: room for twice as many numbers as there are planes.
    init(shown: Int, planes: PlaneTiming, memory: UnsafeMutablePointer<Int>) {
        self.shown = shown
        self.planes = planes
        shownCount = shown.nonzeroBitCount
        times = memory
        groups = memory + PlaneTiming.planeCount
        groups[0] = shown
        alike = shownCount > 1 ? shown : 0
    }

    /// Whether further levels change nothing: too many times for thresholds, and no two planes equal.
    var isComplete: Bool { hasManyTimes && groupCount == shownCount && lit == shown }

    /// Takes a level into account.
    mutating func insert(_ level: Int) {
        let level = level & shown
        guard level != 0 else { return }
        if !hasManyTimes { insert(time: planes.units(level: level, shown: shown)) }
        lit |= level
        guard level & alike != 0, level & alike != alike else { return }
        alike = 0
        var index = 0
        let count = groupCount
        while index < count {
            let high = groups[index] & level
            if high != 0, high != groups[index] {
                groups[index] &= ~level
                groups[groupCount] = high
                groupCount &+= 1
            }
            index &+= 1
        }
        for index in 0..<groupCount where groups[index] & (groups[index] &- 1) != 0 { alike |= groups[index] }
    }

    private mutating func insert(time: Int) {
        var place = timeCount
        while place > 0, times[place &- 1] > time { place &-= 1 }
        if place > 0, times[place &- 1] == time { return }
        guard timeCount < PlaneTiming.planeCount else {
            hasManyTimes = true
            return
        }
        var index = timeCount
        while index > place {
            times[index] = times[index &- 1]
            index &-= 1
        }
        times[place] = time
        timeCount &+= 1
    }
}
