import SignFiles
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite struct BrokerThreadTests {
    private func configuration(port: UInt16) -> BrokerConfiguration {
        BrokerConfiguration(
            MQTTSettings(MQTTSettings.Broker(host: "127.0.0.1", port: port)), signFile: "/nowhere/sign.yaml",
            machine: "sign", machineID: "0123")
    }

    @Test("a broker that is not there is logged once, and the thread ends with the sign")
    func end() throws {
        let mailbox = SignMailbox()
        // Nothing listens at the port for discarding (RFC 863).
        let thread = try BrokerService.start(configuration(port: 9), mailbox: mailbox, clock: ManualClock())
        #expect(mailbox.orders.wait(milliseconds: Polling.timeout))
        let reports = mailbox.takeReports()
        expectEqual(reports.count, 1)
        expectEqual(reports.first?.hasPrefix("the broker mqtt://127.0.0.1:9: "), true)
        #expect(thread.end())
    }

    @Test("a connection that cannot begin keeps no memory")
    func memory() {
        var configuration = configuration(port: 9)
        configuration.passwordPath = "/nowhere/password"
        let growth = heapGrowth {
            for _ in 0..<100 { _ = try? BrokerClient(configuration, name: "sign", will: "status", ipv4: true) }
        }
        #expect(growth < 100 * 1_024)
    }

    @Test("what the broker retains is taken once, and logged once")
    func retained() {
        var memory = RetainedMemory()
        let first = memory.isNew("a", [1])
        let again = memory.isNew("a", [1])
        let other = memory.isNew("a", [2])
        #expect(first && !again && other)
        let isLogged = memory.isToReport("b")
        let isLoggedAgain = memory.isToReport("b")
        #expect(isLogged && !isLoggedAgain)
        for number in 0..<2_000 { _ = memory.isToReport("\(number)") }
        let full = memory.isToReport("another")
        #expect(!full)
    }
}
