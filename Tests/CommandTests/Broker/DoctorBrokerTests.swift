import Foundation
import SignTestSupport
import Synchronization
import Testing

/// What `ledsign doctor` says of the broker.
@Suite("ledsign doctor: the broker")
struct DoctorBrokerTests {
    /// What it says, on one line.
    private func words(_ address: String, _ keys: String = "") throws -> String {
        let folder = try ScratchFolder()
        let text = "board: sim-32x8\nmessage: {text: A}\nmqtt: {broker: \"\(address)\", topic: ledsign/bakery\(keys)}\n"
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let output = try CommandRunner.ledsign("doctor", "--sign", folder.path("sign.yaml")).output
        return output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What several of them say.
    private final class Answers: Sendable {
        private let found = Mutex<[String]>([])
        var all: [String] { found.withLock { $0 } }
        func add(_ text: String) { found.withLock { $0.append(text) } }
    }

    @Test("a broker that takes the sign, with encryption and without")
    func taken() throws {
        let open = try MosquittoBroker()
        #expect(try words("mqtt://127.0.0.1:\(open.port)").contains("\(open.port) accepts the sign"))
        let encrypted = try MosquittoBroker(encryption: true)
        let address = "mqtts://localhost:\(encrypted.port)"
        let found = try words(address, ", ca: \(encrypted.folder.path("ca.pem"))")
        #expect(found.contains("the broker \(address) accepts the sign"), "\(found)")
        let foreign = try words(address)
        #expect(foreign.contains("the broker \(address): TLS: certificate verify failed"), "\(foreign)")
    }

    @Test("a broker that refuses the sign, does not answer, or is not there")
    func notTaken() throws {
        let broker = try MosquittoBroker(password: "right")
        let password = broker.folder.path("password")
        try Data("wrong\n".utf8).write(to: URL(fileURLWithPath: password))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: password)
        let refused = try words("mqtt://127.0.0.1:\(broker.port)", ", user: sign, password: \(password)")
        #expect(refused.contains("it refuses the name or the password"), "\(refused)")
        try expectEqual(broker.refusals(), 1)
        let silent = try HostileBroker(.silent)
        let answers = Answers()
        // Both wait for an answer, side by side.
        DispatchQueue.concurrentPerform(iterations: 2) { [port = silent.port] number in
            answers.add((try? words("\(number == 0 ? "mqtt" : "mqtts")://127.0.0.1:\(port)")) ?? "nothing")
        }
        expectEqual(answers.all.count, 2)
        for found in answers.all {
            #expect(found.contains("it accepts the connection and does not answer"), "\(found)")
        }
        let none = try words("mqtt://127.0.0.1:\(FreePort.any())")
        #expect(none.contains("Connection refused"), "\(none)")
    }
}
