/// A buffer for what is sent to an SPI device at one time: transfers of equal length, one after the other, chip select
/// raised after each.
///
/// The storage is allocated once, by `init`; filling it again and again does not allocate unless the caller holds a
/// copy of it.
public struct SPIMessage: Sendable {
    /// The bytes of all transfers in the order they are sent; only the first `count` count.
    @usableFromInline var storage: [UInt8]
    /// The number of bytes of all transfers together.
    public private(set) var count = 0
    /// The number of bytes of each transfer, one or more.
    public let transferLength: Int

    /// Creates an empty message.
    ///
    /// - Parameters:
    ///   - transferLength: the bytes of each transfer, one or more.
    ///   - transfers: how many transfers fit, zero or more.
    public init(transferLength: Int, transfers: Int) {
        precondition(transferLength > 0, "a transfer has \(transferLength) bytes, and needs one or more")
        precondition(transfers >= 0, "a message has room for \(transfers) transfers, and needs zero or more")
        self.transferLength = transferLength
        storage = [UInt8](repeating: 0, count: transferLength * transfers)
    }

    /// The number of bytes that fit.
    public var capacity: Int { storage.count }
    /// The number of transfers.
    public var transfers: Int { count / transferLength }
    /// Whether it has no transfers.
    public var isEmpty: Bool { count == 0 }

    /// Removes all transfers; the room stays.
    public mutating func removeAll() {
        count = 0
    }

    /// Sets the number of transfers and lets `fill` write their bytes, which are zero before.
    ///
    /// - Precondition: the transfers fit.
    @inline(__always)
    public mutating func fill(transfers: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        precondition(transfers >= 0 && transfers * transferLength <= capacity, "too many transfers for the message")
        let count = transfers * transferLength
        self.count = count
        storage.withUnsafeMutableBufferPointer { storage in
            let bytes = UnsafeMutableBufferPointer(rebasing: storage[..<count])
            bytes.update(repeating: 0)
            fill(bytes)
        }
    }

    /// Gives read access to the bytes of all transfers, for as long as `body` runs.
    @inlinable
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let count = self.count
        var outcome: Swift.Result<Result, Failure>?
        storage.withUnsafeBufferPointer { storage in
            do throws(Failure) {
                outcome = .success(try body(UnsafeBufferPointer(rebasing: storage[..<count])))
            } catch {
                outcome = .failure(error)
            }
        }
        guard let outcome else { fatalError("an array gives access to its storage exactly once") }
        return try outcome.get()
    }

    /// The bytes of all transfers, copied.
    public var bytes: [UInt8] { Array(storage[..<count]) }
}

/// A chip, or a chain of chips, behind one chip select of an SPI bus.
public protocol SPIDevice: ~Copyable {
    /// What can go wrong while sending; `Never` for devices that only exist in memory.
    associatedtype Failure: Error

    /// Sends the transfers of a message in order; chip select is low during each and is raised after each.
    ///
    /// An empty message is not sent. Does not allocate on real devices.
    mutating func send(_ message: SPIMessage) throws(Failure)

    /// Returns how many transfers of that many bytes the device takes in one system call; at least 1.
    ///
    /// A message may have more; the device then makes several calls. `Int.max` where there is no such limit.
    func transfersPerCall(ofLength length: Int) -> Int
}
