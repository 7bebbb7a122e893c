import Glibc
import LinuxSystem
import PixelProtocols
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import SignHost

@Suite("ReceiverConnection")
struct ReceiverConnectionTests {
    /// What was logged.
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
        var log: Log { Log { [self] line in all.withLock { $0.append(line) } } }
    }

    @Test("a network that is down is a problem until nothing has failed for six seconds, and then it is said once")
    func lost() throws {
        let connection = try ReceiverConnection(try DatagramSocket(groupPort: 5_568), to: nil, name: "the groups")
        let lines = Lines()
        let start = Instant.zero + .seconds(100)
        expectEqual(connection.step(at: start, lines.log), start + .seconds(5))
        expectEqual(connection.problem, nil)
        connection.record(ENETUNREACH, at: start)
        expectEqual(connection.step(at: start + .seconds(1), lines.log), start + .seconds(2))
        expectEqual(
            connection.problem,
            "pictures do not reach the groups: Network is unreachable; retrying")
        connection.record(0, at: start + .seconds(5))
        _ = connection.step(at: start + .seconds(5), lines.log)
        #expect(connection.problem != nil)
        expectEqual(connection.step(at: start + .seconds(6), lines.log), start + .seconds(11))
        expectEqual(connection.problem, nil)
        _ = connection.step(at: start + .seconds(7), lines.log)
        expectEqual(lines.all.withLock { $0 }, ["pictures reach the groups again"])
    }

    @Test(
        "a sign that refuses pictures is a problem in words, until none was refused for twelve seconds",
        arguments: [
            (Int32(400), "they are not of its size; `size` of the board must be that of its pixels"),
            (401, "they need its token; give the file with it as `token` of the board"),
            (409, "it takes no pixels (`pixels: {}` in its sign file), or takes them from another sender"),
            (429, "they are too many, or had a wrong token; set a lower `limit`, or another `token`"),
            (404, "it takes no pictures there"),
        ])
    func refused(status: Int32, words: String) throws {
        let connection = try ReceiverConnection(try RequestSocket(), to: nil, name: "hall.local:8080")
        let start = Instant.zero + .seconds(100)
        connection.record(-status, at: start)
        let expected = "hall.local:8080 refuses pictures with \(status): \(words); retrying"
        expectEqual(connection.problem(at: start + .seconds(11)), expected)
        expectEqual(connection.problem(at: start + .seconds(12)), nil)
    }

    @Test("recording what became of a picture allocates nothing")
    func allocations() throws {
        let connection = try ReceiverConnection(try DatagramSocket(groupPort: 5_568), to: nil, name: "the groups")
        let count = SignTestSupport.allocations {
            for number in 0..<100 {
                connection.record(number % 2 == 0 ? 0 : ENETUNREACH, at: .zero + .seconds(Int64(number)))
            }
        }
        expectEqual(count, 0)
    }

    @Test("a receiver is found by its address, and gets what is sent")
    func found() throws {
        let receiver = try Receiver()
        let socket = try DatagramSocket()
        let connection = try ReceiverConnection(
            socket, to: PixelDestination(host: "127.0.0.1", port: receiver.port), name: "the receiver")
        let isFound = Polling.wait { socket.isConnected }
        #expect(isFound)
        expectEqual(connection.problem(at: .zero), nil)
    }

    @Test("a name that nobody has is a problem, which names it")
    func notFound() throws {
        let connection = try ReceiverConnection(
            try DatagramSocket(), to: PixelDestination(host: "nobody.invalid", port: 4_048), name: "nobody.invalid:4048"
        )
        let isTold = Polling.wait { connection.problem(at: .zero) != nil }
        #expect(isTold)
        let problem = connection.problem(at: .zero) ?? ""
        #expect(problem.hasPrefix("no pictures are sent to nobody.invalid:4048: "), "\(problem)")
    }
}

/// A socket at any free port of this machine.
private final class Receiver {
    let port: UInt16
    private let number: Int32

    struct SocketError: Error {}

    init() throws {
        number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (number, isBound) = withUnsafeMutablePointer(to: &address) { [number] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                (number, bind(number, $0, length) == 0 && getsockname(number, $0, &length) == 0)
            }
        }
        guard number >= 0, isBound else { throw SocketError() }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(number) }
}
