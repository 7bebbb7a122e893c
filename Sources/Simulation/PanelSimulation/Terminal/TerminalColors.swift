import PixelGraphics

/// The 256 colours of xterm: 16 of the user's, a cube of 6x6x6 and 24 greys.
enum TerminalColors {
    /// The channel of each of the cube's six steps (xterm's 256colres).
    private static let steps = [0, 95, 135, 175, 215, 255]

    /// The number of the nearest colour, 16 to 255; the first 16 are not used, because the user can change them.
    static func nearest(_ color: Color) -> Int {
        let channels = [Int(color.red), Int(color.green), Int(color.blue)]
        let places = channels.map { channel in
            steps.indices.min { abs(steps[$0] - channel) < abs(steps[$1] - channel) } ?? 0
        }
        let cubeError = zip(channels, places).reduce(0) { $0 + square($1.0 - steps[$1.1]) }
        // The greys are 8, 18, ... 238.
        let mean = channels.reduce(0, +) / 3
        let grey = min(max((mean - 3) / 10, 0), 23)
        let greyError = channels.reduce(0) { $0 + square($1 - (8 + 10 * grey)) }
        return greyError < cubeError ? 232 + grey : 16 + 36 * places[0] + 6 * places[1] + places[2]
    }

    private static func square(_ number: Int) -> Int { number * number }
}
