/// What the levels of a row pair have in common: their distinct times, and which planes have equal bits.
struct LevelSurvey {
    /// The planes that are shown, as bits.
    let shown: Int
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
    /// The shown planes that levels of this brightness can have, and into how many groups all planes fall at most.
    private let reachable: Int
    private let mostGroups: Int

    /// Begins with no level: all planes are equal.
    ///
    /// - Parameters:
    ///   - highest: the highest level that may come.
    ///   - memory: room for twice as many numbers as there are planes.
    init(shown: Int, highest: Int, planes: PlaneTiming, memory: UnsafeMutablePointer<Int>) {
        self.shown = shown
        self.planes = planes
        reachable = shown & (1 << (Int.bitWidth - highest.leadingZeroBitCount) - 1)
        mostGroups = reachable.nonzeroBitCount + (reachable == shown ? 0 : 1)
        times = memory
        groups = memory + PlaneTiming.planeCount
        groups[0] = shown
        alike = shown & (shown - 1) != 0 ? shown : 0
    }

    /// Whether further levels cannot change the result: too many times for thresholds, and no two planes equal.
    var isComplete: Bool { hasManyTimes && groupCount == mostGroups && lit == reachable }

    /// The planes with which a further level may change the result, once there are too many times: those that are not lit
    /// in any level so far, or that are still equal to others.
    var open: Int { reachable & (~lit | alike) }

    /// Takes a level into account.
    mutating func insert(_ level: Int) {
        let level = level & shown
        guard level != 0 else { return }
        if !hasManyTimes { insert(time: planes.units(level: level, shown: shown)) }
        lit |= level
        guard level & alike != 0, level & alike != alike else { return }
        split(level)
    }

    /// Splits the groups of which a level has some planes, and notes again which have more than one.
    private mutating func split(_ level: Int) {
        let groups = groups
        let count = groupCount
        var end = count
        var alike = 0
        var index = 0
        while index < count {
            let group = groups[index]
            if group & (group &- 1) != 0 {
                let high = group & level
                let low = group & ~level
                if high != 0, low != 0 {
                    groups[index] = low
                    groups[end] = high
                    end &+= 1
                    if low & (low &- 1) != 0 { alike |= low }
                    if high & (high &- 1) != 0 { alike |= high }
                } else {
                    alike |= group
                }
            }
            index &+= 1
        }
        groupCount = end
        self.alike = alike
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
