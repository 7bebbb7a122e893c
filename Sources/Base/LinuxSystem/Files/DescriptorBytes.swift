import Glibc

/// Bytes out of descriptors and into them.
package enum DescriptorBytes {
    /// What one reading gives.
    package enum Reading {
        /// Some bytes.
        case some
        /// No bytes now, from a descriptor that does not block.
        case nothing
        /// The end.
        case end
        /// An error number.
        case failure(Int32)
    }

    /// The bytes that are read at a time.
    private static let chunk = 1 << 16

    /// Appends at most `maximum` bytes of what is there.
    package static func read(_ descriptor: Int32, into bytes: inout [UInt8], maximum: Int) -> Reading {
        let wanted = max(1, min(maximum, chunk))
        var code: Int32 = 0
        let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            var result = -1
            repeat { result = Glibc.read(descriptor, buffer.baseAddress, wanted) } while result < 0 && errno == EINTR
            if result < 0 { code = errno }
            count = max(0, result)
        }
        bytes += part
        if !part.isEmpty { return .some }
        if code == 0 { return .end }
        return code == EAGAIN ? .nothing : .failure(code)
    }

    /// Writes all bytes; returns 0 or an error number.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        return bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                written += count
            }
            return 0
        }
    }
}
