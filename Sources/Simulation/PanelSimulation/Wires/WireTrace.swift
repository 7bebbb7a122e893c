/// A recording of a bundle of wires: the levels at the start and every edge after it.
public struct WireTrace: Hashable, Sendable, WireListener {
    /// A change of one wire.
    public struct Edge: Hashable, Sendable {
        /// Nanoseconds on the trace's timeline.
        public let time: Int64
        /// The place of the wire in `names`.
        public var wire: Int { Int(number) }
        /// The level from now on.
        public let level: Bool
        private let number: UInt16

        init(time: Int64, wire: Int, level: Bool) {
            self.time = time
            self.level = level
            number = UInt16(truncatingIfNeeded: wire)
        }
    }

    /// The names of the wires, at most 65,535.
    public let names: [String]
    /// When the recording starts, in nanoseconds.
    public let start: Int64
    /// The level of each wire at the start.
    public let initialLevels: [Bool]
    /// The edges in the order of time.
    public private(set) var edges: [Edge] = []
    /// When the recording ends, in nanoseconds; not before the last edge.
    public private(set) var end: Int64

    /// Creates a recording without edges.
    ///
    /// - Precondition: there are as many levels as names.
    public init(names: [String], initialLevels: [Bool], start: Int64 = 0) {
        precondition(
            names.count == initialLevels.count && names.count < 65_536,
            "\(names.count) wires have \(initialLevels.count) levels")
        self.names = names
        self.initialLevels = initialLevels
        self.start = start
        end = start
    }

    /// Creates a recording whose edges are in order already.
    init(names: [String], initialLevels: [Bool], start: Int64, edges: [Edge], end: Int64) {
        self.names = names
        self.initialLevels = initialLevels
        self.start = start
        self.edges = edges
        self.end = end
    }

    /// Creates an empty recording of an idle SPI bus.
    public static func spi(start: Int64 = 0) -> WireTrace {
        WireTrace(names: SPIWires.names, initialLevels: SPIWires.idleLevels, start: start)
    }

    /// Appends an edge; times before the last one count as the last one.
    ///
    /// - Precondition: there is such a wire.
    public mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        precondition(names.indices.contains(wire), "there is no wire \(wire) among \(names.count)")
        end = max(end, time)
        edges.append(Edge(time: end, wire: wire, level: level))
    }

    /// Moves the end of the recording to a later time.
    public mutating func extend(to time: Int64) {
        end = max(end, time)
    }

    /// Plays the edges up to and including a time into a listener.
    public func play(into listener: inout some WireListener, through time: Int64 = .max) {
        for edge in edges {
            if edge.time > time { break }
            listener.edge(on: edge.wire, to: edge.level, at: edge.time)
        }
    }
}

/// Something that hears the edges on a bundle of wires: a simulated panel, a recording, a file.
public protocol WireListener {
    /// Hears that a wire changes its level.
    ///
    /// - Parameters:
    ///   - wire: the place of the wire in the bundle, from 0.
    ///   - level: the level from now on.
    ///   - time: nanoseconds on the bundle's timeline; never earlier than that of the edge before.
    mutating func edge(on wire: Int, to level: Bool, at time: Int64)
}
