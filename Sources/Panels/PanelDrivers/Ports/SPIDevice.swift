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
