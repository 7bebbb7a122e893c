import ArgumentParser
import Glibc
import LinuxSystem
import SignNetwork

/// `ledsign token`: makes the secret that lets someone use a sign over the network.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a token for a sign that is used over the network.",
        discussion: """
            The file can be read by its owner and group alone. The key http: token of a sign file names it. Without a \
            file the token is printed.

            Examples:
              ledsign token /etc/ledsign/token
            """)

    @Argument(help: "The file to make; an existing one is not replaced.", completion: .file())
    var file: String?

    func run() throws {
        try reporting {
            let token = AccessToken.random()
            guard let file else {
                print(token)
                return
            }
            do throws(SystemCallError) {
                try AccessToken.write(token, to: file)
            } catch {
                let fix = error.code == EEXIST ? "; remove it first, or give another name" : ""
                throw CommandError("cannot make the token file \(file): \(error.reason)\(fix)")
            }
        }
    }
}
