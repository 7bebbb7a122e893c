import PanelDrivers

/// How words reach the queue of a state machine.
package enum PIOFeed: Hashable, Sendable {
    /// Always as many as there is room for.
    case full
    /// One after a number of cycles.
    case steady(cycles: Int)
    /// Bursts and pauses at random: of up to 8 words, and of up to a number of cycles.
    case random(pause: Int, seed: UInt64)
}

/// A state machine of an RP2040 or RP1, cycle by cycle: what its instructions do to its lines.
///
/// It has what programs that only send need: JMP without a line, OUT, MOV, SET, optional side-set, delays, and autopull. Other
/// instructions count in `unknownInstructions`, and do nothing for a cycle.
package struct PIOMachine: Sendable {
    /// The cycle of the next instruction.
    package private(set) var time = 0
    /// The place of the next instruction.
    package private(set) var place: Int
    /// The scratch registers.
    package private(set) var x: UInt32 = 0
    package private(set) var y: UInt32 = 0
    /// The levels of GPIO 0 to 31; a side-set wins over an OUT or SET of the same cycle.
    package var levels: UInt32
    /// The words in the queue, the next one first.
    package private(set) var queue: [UInt32] = []
    /// How often OUT had no word to take.
    package private(set) var stalls: [Int] = []
    /// The instructions that it does not have.
    package private(set) var unknownInstructions = 0

    private let program: [UInt16]
    private let registers: Registers
    /// The shift register, and how many of its bits were shifted out; 32 when it is empty.
    private var shifted: UInt32 = 0
    private var shiftCount = 32
    private let feed: PIOFeed
    private var random: UInt64
    private var burst = 0
    private var arrival = 0
    /// The words that have not arrived.
    private var coming: [UInt32] = []
    private var next = 0

    /// A state machine's registers, field by field.
    private struct Registers: Sendable {
        let wrap: ClosedRange<Int>
        let sideBase: Int
        /// The bits of side-set, without the optional one.
        let sideBits: Int
        let isSideOptional: Bool
        let statusLevel: Int
        let outBase: Int
        let outCount: Int
        let setBase: Int
        let setCount: Int
        let pullThreshold: Int
        let isAutopull: Bool
        let shiftsRight: Bool
        let queueLength: Int

        init(_ configuration: PIOProgram.Configuration) {
            func field(_ word: UInt32, _ low: UInt32, _ bits: UInt32) -> Int { Int(word >> low & (1 << bits - 1)) }
            let (execution, shifting, pins) = (configuration.execution, configuration.shifting, configuration.pins)
            wrap = field(execution, 7, 5)...max(field(execution, 12, 5), field(execution, 7, 5))
            isSideOptional = field(execution, 30, 1) == 1
            statusLevel = field(execution, 0, 5)
            sideBits = field(pins, 29, 3) - (isSideOptional ? 1 : 0)
            sideBase = field(pins, 10, 5)
            (outBase, outCount) = (field(pins, 0, 5), field(pins, 20, 6))
            (setBase, setCount) = (field(pins, 5, 5), field(pins, 26, 3))
            let threshold = field(shifting, 25, 5)
            pullThreshold = threshold == 0 ? 32 : threshold
            isAutopull = field(shifting, 17, 1) == 1
            shiftsRight = field(shifting, 19, 1) == 1
            // A queue of 8 for each direction.
            queueLength = field(shifting, 30, 1) == 1 ? 16 : 8
        }
    }

    /// Creates a machine at the first instruction, with an empty queue.
    ///
    /// - Parameter levels: those of the lines before the first instruction.
    package init(
        program: [UInt16], configuration: PIOProgram.Configuration, levels: UInt32 = 0, feed: PIOFeed = .full
    ) {
        self.program = program
        registers = Registers(configuration)
        place = registers.wrap.lowerBound
        self.levels = levels
        self.feed = feed
        if case .random(_, let seed) = feed { random = seed } else { random = 1 }
    }

    /// Gives it words, which arrive as its feed lets them.
    package mutating func send(_ words: [UInt32]) {
        coming.removeFirst(next)
        next = 0
        coming += words
        arrival = max(arrival, time)
    }

    /// Whether all words have arrived.
    package var isFed: Bool { next == coming.count }

    /// Lets time pass without an instruction.
    package mutating func rest(until time: Int) { self.time = max(self.time, time) }

    /// Performs an instruction, with its delay.
    ///
    /// A jump to itself that counts down is performed to its end.
    package mutating func step() {
        receive(through: time)
        let word = place < program.count ? program[place] : 0
        let fields = Int(word >> 8 & 31)
        let optional = registers.isSideOptional ? 1 : 0
        let delayBits = 5 - registers.sideBits - optional
        let delay = fields & (1 << delayBits - 1)
        let side = fields >> delayBits
        let hasSide = registers.sideBits > 0 && (optional == 0 || side >> registers.sideBits & 1 == 1)
        let following = place == registers.wrap.upperBound ? registers.wrap.lowerBound : place + 1
        let here = place
        let isDone = perform(word, following: following)
        if hasSide { drive(UInt32(side), base: registers.sideBase, count: registers.sideBits) }
        // A stalled instruction is performed again, and its delay comes after it.
        guard isDone else {
            time += 1
            return
        }
        time += 1 + delay
        if place == here, word & 0xFFE0 == 0x0040, x > 0 {
            time += Int(x)
            x = 0
        }
        // The shift register is filled in the background, by words that came before the next instruction.
        receive(through: time - 1)
        if registers.isAutopull, shiftCount >= registers.pullThreshold { pull() }
    }
}

extension PIOMachine {
    // MARK: - Words

    private mutating func receive(through time: Int) {
        while next < coming.count, queue.count < registers.queueLength, arrival <= time {
            queue.append(coming[next])
            next += 1
            switch feed {
            case .full: break
            case .steady(let cycles): arrival = max(arrival, time - cycles) + cycles
            case .random(let pause, _):
                if burst > 0 {
                    burst -= 1
                } else {
                    burst = Int(number() % 8)
                    arrival = time + Int(number() % UInt64(pause + 1))
                }
            }
        }
    }

    private mutating func number() -> UInt64 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return random >> 33
    }

    private mutating func pull() {
        guard !queue.isEmpty else { return }
        shifted = queue.removeFirst()
        shiftCount = 0
    }

    // MARK: - Instructions

    /// Performs an instruction; false where it stalls.
    private mutating func perform(_ word: UInt16, following: Int) -> Bool {
        let (argument, value) = (Int(word >> 5 & 7), Int(word & 31))
        switch word >> 13 {
        case 0:
            place = isTrue(argument) ? value : following
            return true
        case 3:
            guard out(to: argument, count: value == 0 ? 32 : value) else { return false }
        case 5: move(to: argument, operation: value >> 3, from: value & 7)
        case 7: set(argument, to: UInt32(value))
        default: unknownInstructions += 1
        }
        place = following
        return true
    }

    private mutating func isTrue(_ condition: Int) -> Bool {
        switch condition {
        case 0: return true
        case 1: return x == 0
        case 2:
            defer { x &-= 1 }
            return x != 0
        case 3: return y == 0
        case 4:
            defer { y &-= 1 }
            return y != 0
        case 5: return x != y
        case 7: return shiftCount < registers.pullThreshold
        default:
            unknownInstructions += 1
            return false
        }
    }

    private mutating func out(to destination: Int, count: Int) -> Bool {
        if registers.isAutopull, shiftCount >= registers.pullThreshold {
            stalls.append(time)
            pull()
            return false
        }
        let mask = count == 32 ? UInt32.max : 1 << UInt32(count) - 1
        let bits: UInt32
        if registers.shiftsRight {
            bits = shifted & mask
            shifted = count == 32 ? 0 : shifted >> UInt32(count)
        } else {
            bits = shifted >> UInt32(32 - count) & mask
            shifted = count == 32 ? 0 : shifted << UInt32(count)
        }
        shiftCount = min(shiftCount + count, 32)
        switch destination {
        case 0: drive(bits, base: registers.outBase, count: registers.outCount)
        case 1: x = bits
        case 2: y = bits
        case 3: break
        case 5: place = Int(bits & 31)
        default: unknownInstructions += 1
        }
        if registers.isAutopull, shiftCount >= registers.pullThreshold { pull() }
        return true
    }

    private mutating func move(to destination: Int, operation: Int, from source: Int) {
        var value: UInt32
        switch source {
        case 1: value = x
        case 2: value = y
        case 3: value = 0
        case 5: value = queue.count < registers.statusLevel ? .max : 0
        case 7: value = shifted
        default:
            unknownInstructions += 1
            return
        }
        if operation == 1 { value = ~value }
        if operation == 2 { value = (0..<32).reduce(0) { $0 | (value >> UInt32($1) & 1) << UInt32(31 - $1) } }
        switch destination {
        case 0: drive(value, base: registers.outBase, count: registers.outCount)
        case 1: x = value
        case 2: y = value
        default: unknownInstructions += 1
        }
    }

    private mutating func set(_ destination: Int, to value: UInt32) {
        switch destination {
        case 0: drive(value, base: registers.setBase, count: registers.setCount)
        case 1: x = value
        case 2: y = value
        default: unknownInstructions += 1
        }
    }

    private mutating func drive(_ bits: UInt32, base: Int, count: Int) {
        for bit in 0..<count {
            let line = UInt32((base + bit) % 32)
            levels = levels & ~(1 << line) | (bits >> UInt32(bit) & 1) << line
        }
    }
}
