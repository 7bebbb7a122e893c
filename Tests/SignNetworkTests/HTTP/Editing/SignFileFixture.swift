import Glibc
import Settings
import SignFiles
import SignTestSupport

@testable import SignNetwork

/// A folder with a sign file, a picture, a file beside it, and links.
struct SignFileFixture {
    let scratch: ScratchFolder
    /// The path of the sign file, in a folder of its own.
    var path: String { scratch.path("signs/sign.yaml") }
    var folder: SignFolder { SignFolder(ofSignFile: path) }

    init() throws {
        scratch = try ScratchFolder()
        for name in ["signs", "signs/pictures", "outside"] { mkdir(scratch.path(name), 0o700) }
        try write("outside/secret.png", "secret")
        try write("signs/pictures/logo.png", "logo")
        symlink("../outside", scratch.path("signs/out"))
        symlink("../../outside/secret.png", scratch.path("signs/pictures/secret.png"))
        symlink("pictures", scratch.path("signs/inside"))
        symlink("nowhere", scratch.path("signs/dangling"))
        symlink("loop", scratch.path("signs/loop"))
    }

    func write(_ name: String, _ text: String) throws {
        try Array(text.utf8).withUnsafeBytes { bytes in
            let descriptor = open(scratch.path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o640)
            guard descriptor >= 0, Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else {
                throw FixtureError()
            }
            close(descriptor)
        }
    }

    struct FixtureError: Error {}

    /// What a new file may not have, each "line:column+length words".
    func violations(_ new: String, since old: String?, allowsURLs: Bool = false) throws -> [EditMark] {
        func read(_ text: String) throws -> SettingsFile {
            let file = SettingsFile(Array(text.utf8), path: path, form: .sign)
            guard file.root != nil else { throw FixtureError() }
            return file
        }
        let rules = NetworkRules(signFile: path, allowsURLs: allowsURLs)
        let before = try old.map(read) ?? SettingsFile([], path: path, form: .sign)
        return rules.violations(of: try read(new), since: before)
    }
}

extension EditMark {
    /// Where it is: line:column+length.
    var place: String { "\(line):\(column)+\(length)" }
}
