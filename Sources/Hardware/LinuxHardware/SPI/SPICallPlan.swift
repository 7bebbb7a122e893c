/// How the transfers of a message are distributed over system calls.
///
/// One call takes at most 511 transfers, and their bytes have to fit the driver's buffer, each transfer rounded up to
/// the alignment of DMA on 64-bit ARM (drivers/spi/spidev.c: ARCH_DMA_MINALIGN). Other processors round to less; the
/// plan then makes a call more than it must, never one that is refused.
struct SPICallPlan: Equatable, Sendable {
    /// The multiple to which the length of a transfer is rounded up.
    static let alignment = 128
    /// The size of the driver's buffer where it was not configured (drivers/spi/spidev.c).
    static let defaultBufferSize = 4096
    /// The most transfers of one call, whatever their length.
    static let mostTransfers = 511

    /// The size of the driver's buffer in bytes.
    let bufferSize: Int

    /// The bytes that a transfer takes up in the buffer.
    static func room(forLength length: Int) -> Int {
        guard length <= Int.max - alignment else { return .max }
        return (max(length, 1) + alignment - 1) / alignment * alignment
    }

    /// The transfers of that length that one call takes; 0 where not even one fits.
    func transfersPerCall(ofLength length: Int) -> Int {
        min(max(bufferSize, 0) / Self.room(forLength: length), Self.mostTransfers)
    }
}
