import PanelDrivers
import PixelGraphics
import SignTestSupport

/// F, 7, G and a hook: no module looks like another, mirrored or turned.
let asymmetric = """
    ######..  #######.  ..####..  ......##
    #.......  ......#.  .#....#.  ......##
    #.......  .....#..  #.......  .......#
    ####....  ....#...  #..####.  .......#
    #.......  ...#....  #....#..  #......#
    #.......  ...#....  .#...#..  .#....#.
    #.......  ..#.....  ..###...  ..####..
    #.......  ........  ........  ........
    """

/// A mono frame of a picture.
func frame(_ picture: MonoBitmap, brightness: Int = 100) -> Frame {
    var frame = Frame(size: picture.size, format: .mono)
    frame.canvas.stamp(picture, columns: 0..<picture.width, at: .zero, ink: .white)
    frame.brightness = Brightness(percent: brightness)
    return frame
}

/// A picture of random pixels, 8 rows high.
func randomBitmap(width: Int, using random: inout SeededRandom) -> MonoBitmap {
    var bitmap = MonoBitmap(width: width, height: 8)
    for x in 0..<width {
        let column = random.next()
        for y in 0..<8 { bitmap[x, y] = column >> UInt64(y) & 1 == 1 }
    }
    return bitmap
}

/// The start message and the message of one frame.
func messages(showing picture: MonoBitmap, brightness: Int = 100) -> [SPIMessage] {
    var encoder = MAX7219Encoder(chain: MAX7219Chain(count: picture.width / 8))
    var start = encoder.makeMessage()
    encoder.encodeStart(at: .zero, into: &start)
    var message = encoder.makeMessage()
    encoder.encode(frame(picture, brightness: brightness), at: .zero, into: &message)
    return [start, message]
}

/// A picture of random pixels.
func randomBitmap(size: Size, using random: inout SeededRandom) -> MonoBitmap {
    let words = size.width * ((size.height + 63) / 64)
    return MonoBitmap(size: size, columns: (0..<words).map { _ in random.next() })
}
