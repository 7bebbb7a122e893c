import PixelGraphics
import SignFiles
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite struct HTTPServerThreadTests {
    @Test("the thread of the server ends with the sign, also with requests that wait for it")
    func end() throws {
        var settings = HTTPSettings()
        let free = try ListeningSocket(HTTPSettings.Endpoint(address: "127.0.0.1", port: 0))
        settings.listen = [HTTPSettings.Endpoint(address: "127.0.0.1", port: free.port)]
        // Taken for now: the thread also ends while it tries again.
        let mailbox = SignMailbox()
        let frames = LiveFrames(size: Size(width: 8, height: 8), isMono: false)
        let thread = try HTTPService.start(
            ServerConfiguration(settings), mailbox: mailbox, frames: frames, clock: ManualClock())
        #expect(mailbox.orders.wait(milliseconds: Polling.timeout))
        expectEqual(mailbox.takeReports().count, 1)
        #expect(thread.end())
        #expect(mailbox.isOver)
    }

    @Test("a service that ends answers what waits with 503")
    func refusesAtEnd() throws {
        let bench = try ServerBench()
        bench.sign = { _ in nil }
        let client = try TestClient(port: bench.port)
        client.send(Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(bench.step { !bench.orders.isEmpty })
        bench.service.close()
        #expect(client.receive())
        expectEqual(client.reply?.status, 503)
    }
}
