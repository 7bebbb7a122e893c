import CSignNetwork

extension HTTPRequest {
    /// Reads the head of a request; nil if its target or a header cannot be read.
    init?(_ request: OpaquePointer) {
        guard let target = RequestTarget(String(cString: sign_request_target(request))) else { return nil }
        let found = Headers()
        sign_request_headers(request, Unmanaged.passUnretained(found).toOpaque()) {
            context, name, length, value, count in
            guard let context else { return }
            Unmanaged<Headers>.fromOpaque(context).takeUnretainedValue().add(name, length, value, count)
        }
        guard !found.isBroken else { return nil }
        var address = [CChar](repeating: 0, count: 64)
        let isFromLoopback = sign_request_peer(request, &address, address.count)
        let digits = address.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self.init(
            String(cString: sign_request_method(request)), target.path, query: target.query, headers: found.items,
            peer: String(decoding: digits, as: UTF8.self), isFromLoopback: isFromLoopback)
    }

    /// Gathers the headers that C passes one by one.
    private final class Headers {
        var items: [Item] = []
        var isBroken = false

        func add(_ name: UnsafePointer<CChar>?, _ length: Int, _ value: UnsafePointer<CChar>?, _ count: Int) {
            guard let name = Self.text(name, length), let value = Self.text(value, count) else {
                isBroken = true
                return
            }
            items.append((name, value))
        }

        private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
            guard let start else { return "" }
            let bytes = UnsafeBufferPointer(start: start, count: count).map { UInt8(bitPattern: $0) }
            return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
        }
    }
}
