import CSignNetwork
import NetworkPixels

extension PixelAddress {
    init(_ address: pixel_address) { self.init(high: address.high, low: address.low) }

    /// The address as people write it.
    package var text: String {
        var address = pixel_address(high: high, low: low, port: 0, scope: 0)
        var text = [CChar](repeating: 0, count: 64)
        pixel_address_text(&address, &text)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
