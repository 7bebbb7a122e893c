import CZlib

/// Files compressed by gzip (RFC 1952), through zlib.
extension FontFile {
    /// Returns whether the bytes begin like a gzip file.
    static func isGzip(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x1F, 0x8B])
    }

    /// Returns the content of all members of a gzip file; what follows the last member is ignored, as gzip does.
    ///
    /// The content may have `FontLimits.fileBytes` bytes; a file that would give more is refused before it takes more.
    static func decompress(_ bytes: [UInt8]) throws(FontError) -> [UInt8] {
        // zlib compares the stream's address with the one it was started at: it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        let gzipOnly: Int32 = 16 + MAX_WBITS
        guard
            inflateInit2_(stream, gzipOnly, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw FontError(place: .file, reason: .damagedGzip) }
        defer { inflateEnd(stream) }

        var content: [UInt8] = []
        content.reserveCapacity(expectedSize(bytes))
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var consumed = 0
        while true {
            let step = inflateStep(stream, bytes, from: consumed, into: &chunk)
            consumed += step.consumed
            content.append(contentsOf: chunk[..<step.produced])
            if content.count > FontLimits.fileBytes {
                throw FontError(
                    place: .byte(consumed),
                    reason: .tooLarge(what: "the decompressed file", limit: FontLimits.fileBytes))
            }
            switch step.result {
            case Z_STREAM_END:
                guard isGzip(Array(bytes[consumed...].prefix(2))) else { return content }
                inflateReset(stream)
            case Z_OK where step.consumed > 0 || step.produced > 0: continue
            case Z_OK, Z_BUF_ERROR:
                throw FontError(place: .byte(bytes.count), reason: .endsInside("the gzip-compressed data"))
            default: throw FontError(place: .byte(consumed), reason: .damagedGzip)
            }
        }
    }

    private static func inflateStep(
        _ stream: UnsafeMutablePointer<z_stream>, _ bytes: [UInt8], from start: Int, into chunk: inout [UInt8]
    ) -> (result: Int32, consumed: Int, produced: Int) {
        bytes.withUnsafeBufferPointer { input in
            chunk.withUnsafeMutableBufferPointer { output in
                // zlib never writes through next_in; its declaration lacks the const.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + start })
                // Callers may hold more than zlib counts; the rest comes with the next step.
                let available = UInt32(clamping: input.count - start)
                stream.pointee.avail_in = available
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                let result = inflate(stream, Z_NO_FLUSH)
                return (result, Int(available - stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out))
            }
        }
    }

    /// The size that the last four bytes promise, unless deflate could not have packed that much.
    private static func expectedSize(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 18 else { return 0 }
        let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return min(size, FontLimits.fileBytes, bytes.count * 1032)
    }
}
