import CQREncode
import PixelGraphics
import Settings
import SignNetwork

/// A QR code of an address (ISO/IEC 18004) at level L, in the smallest version that fits, drawn by libqrencode.
struct QRCode {
    /// The number of modules of a side: 21 to 177.
    let width: Int
    private let isDark: [Bool]

    /// Encodes a text; nil if it has more bytes than the largest code takes.
    init?(_ text: String) {
        // Bits 1 and up of a byte say what the module is for.
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        isDark = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
    }

    /// The rows of its picture, as `pixels` of a sign file has them: `#` for light modules, which are lit, and `.` for dark ones.
    ///
    /// - Parameters:
    ///   - scale: the pixels of a module's side.
    ///   - quiet: the light modules around it.
    func rows(scale: Int, quiet: Int) -> [String] {
        let side = 0..<(width + 2 * quiet) * scale
        return side.map { y in
            String(side.map { isLight(x: $0 / scale - quiet, y: y / scale - quiet) ? "#" : "." })
        }
    }

    private func isLight(x: Int, y: Int) -> Bool {
        let modules = 0..<width
        return !modules.contains(x) || !modules.contains(y) || !isDark[y * width + x]
    }
}

/// What the panel shows of a set-up: where its page is, and the code that opens it.
struct SetupPicture {
    /// The address as people type it.
    let address: String
    /// The address for phones that scan it, which need not find the name of the machine.
    let link: String
    /// The code that counts; nil for none.
    let code: String?

    /// The columns that the address and the code need beside the QR code.
    private static let textWidth = 30
    /// The light modules around a QR code that its standard asks for; readers are content with one.
    private static let quietZones = 1...4

    /// The keys of its message, in the form that suits the size of the panel.
    func message(on size: Size) -> [JSONMember] {
        let words = code.map { PairingCode.words($0) } ?? ""
        guard size.height >= 32 else {
            return [JSONMember("text", .text(code == nil ? address : "\(address)  \(words)"))]
        }
        guard size.width >= 64, let rows = qrRows(on: size) else {
            return [
                JSONMember(
                    "rows",
                    [
                        ["text": "ledsign", "color": "amber", "align": "center"],
                        ["text": .text(address), "align": "center"],
                        ["text": .text(words), "color": "green", "align": "center", "height": "fill"],
                    ])
            ]
        }
        // One half of the code above the other: they are twice as large as beside each other.
        let halves = words.split(separator: " ").map { half -> JSONValue in
            ["text": .text(String(half)), "color": "green", "align": "center", "height": "fill", "fit": "largest"]
        }
        return [
            JSONMember("gap", [2, 0]),
            JSONMember(
                "columns",
                [
                    ["pixels": .text(rows.joined(separator: "\n")), "color": "white"],
                    ["width": "fill", "height": "fill", "rows": .list([["text": .text(address)]] + halves)],
                ]),
        ]
    }

    /// The QR code as large as its panel allows beside the texts; nil where it does not fit.
    private func qrRows(on size: Size) -> [String]? {
        guard let picture = QRCode(code.map { "\(link)/#\($0)" } ?? link) else { return nil }
        for scale in stride(from: size.height / picture.width, to: 0, by: -1) {
            let quiet = min((size.height / scale - picture.width) / 2, Self.quietZones.upperBound)
            let side = (picture.width + 2 * quiet) * scale
            if quiet >= Self.quietZones.lowerBound, side + Self.textWidth <= size.width {
                return picture.rows(scale: scale, quiet: quiet)
            }
        }
        return nil
    }
}
