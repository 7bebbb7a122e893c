import Glibc

/// Ports of this machine.
enum FreePort {
    /// A port of 127.0.0.1 that is free now.
    ///
    /// It is below those that the kernel gives to connections (ip_local_port_range, from 32768 on): no other test gets it before it
    /// is used.
    static func any() -> UInt16 {
        while true {
            let port = UInt16.random(in: 10_000..<32_768)
            if isFree(port) { return port }
        }
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
