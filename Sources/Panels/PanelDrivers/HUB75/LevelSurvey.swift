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
    /// Those that are so far equal to the next one.
    private var alikeNext: Int
    /// Those of which only some neighbours are equal.
    private var alikeApart = 0
    /// The planes that are lit in some level.
    private(set) var lit = 0
    /// The shown planes that levels of this brightness can have.
    private let reachable: Int

    /// Begins with no level: all planes are equal.
    ///
    /// - Parameters:
    ///   - highest: the highest level that may come.
    ///   - memory: room for twice as many numbers as there are planes.
    init(shown: Int, highest: Int, planes: PlaneTiming, memory: UnsafeMutablePointer<Int>) {
        self.shown = shown
        self.planes = planes
        reachable = shown & (1 << (Int.bitWidth - highest.leadingZeroBitCount) - 1)
        times = memory
        groups = memory + PlaneTiming.planeCount
        groups[0] = shown
        alike = shown & (shown - 1) != 0 ? shown : 0
        // The shown planes are neighbours.
        alikeNext = shown & shown >> 1
    }

    /// Whether the planes of further levels may change the result.
    var isOpen: Bool { reachable & (~lit | alike) != 0 }
    /// The planes with which a level changes the result, or may change it.
    var openPlanes: Int { reachable & (~lit | alikeApart) }
    /// The planes that change the result in a level which has either them or their next one.
    var openPairs: Int { alikeNext }

    /// Takes a level into account.
    mutating func insert(_ level: Int) {
        insert(timeOf: level)
        insert(planes: level)
    }

    /// Puts the groups in the order of their lowest planes, whatever the order of the levels was.
    func sortGroups() {
        var end = 1
        while end < groupCount {
            let group = groups[end]
            var place = end
            while place > 0, groups[place &- 1].trailingZeroBitCount > group.trailingZeroBitCount {
                groups[place] = groups[place &- 1]
                place &-= 1
            }
            groups[place] = group
            end &+= 1
        }
    }

    /// Takes the time of a level into account.
    mutating func insert(timeOf level: Int) {
        let level = level & shown
        if level != 0, !hasManyTimes { insert(time: planes.units(level: level, shown: shown)) }
    }

    /// Records that there are more times than planes, so that further levels need no times.
    mutating func leaveOutTimes() { hasManyTimes = true }

    /// Takes the planes of a level into account; returns the ones that are shown.
    @inline(__always) @discardableResult
    mutating func insert(planes level: Int) -> Int {
        let level = level & shown
        lit |= level
        let part = level & alike
        if part != 0, part != alike { split(level) }
        return level
    }

    /// Splits the groups of which a level has some planes, and records again which have more than one.
    private mutating func split(_ level: Int) {
        let groups = groups
        let count = groupCount
        var end = count
        var alike = 0
        alikeNext = 0
        alikeApart = 0
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
                    if low & (low &- 1) != 0 { recordAlike(low, &alike) }
                    if high & (high &- 1) != 0 { recordAlike(high, &alike) }
                } else {
                    recordAlike(group, &alike)
                }
            }
            index &+= 1
        }
        groupCount = end
        self.alike = alike
    }

    @inline(__always)
    private mutating func recordAlike(_ group: Int, _ alike: inout Int) {
        alike |= group
        let pairs = group & group >> 1
        alikeNext |= pairs
        // More than one plane without a next one: the group has gaps.
        let ends = group & ~pairs
        if ends & (ends &- 1) != 0 { alikeApart |= group }
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
