import Boards
import PixelGraphics
import SignFiles
import SignHost

/// What a server is made of, as it does not change while the sign runs.
package struct ServerConfiguration: Sendable {
    package var settings: HTTPSettings
    /// The path of the token file; nil for none.
    package var tokenPath: String?
    /// The name of the machine; empty for none.
    package var machine: String
    package var limits = HTTPLimits()
    /// The folder with the files of the page; nil for an API without a page.
    package var pageFolder: String?
    /// The path of the JSON Schema of sign files; nil for none.
    package var schemaPath: String?
    /// The path of the description of the API (OpenAPI); nil for none.
    package var apiPath: String?
    /// The path of the sign file; empty for a sign without one.
    package var signFile: String
    /// The folder of the sign files that were replaced; nil to keep none.
    package var versionsFolder: String?
    /// The board of the sign; nil if it is not known.
    package var board: Board?
    /// The names of the cues of the sign file.
    package var cues: Set<String> = []
    /// What the page asks of a machine that is not set up; nil for one that always was.
    package var setup: SetupPage?
    /// What the page says of the panel of a sign that runs; nil for nothing.
    package var panel: SetupPage?
    /// The version of the program.
    package var version = ""

    /// - Parameter path: that of the sign file.
    package init(_ settings: HTTPSettings, signFile path: String = "", machine: String = "", pageFolder: String? = nil)
    {
        self.settings = settings
        tokenPath = settings.token
        (signFile, self.machine, self.pageFolder) = (path, machine, pageFolder)
        versionsFolder = path.isEmpty ? nil : ControlPaths.ofProcess.state(signFile: path)?.versions
    }

    /// The sign file as it is read and saved over the network.
    var edit: SignEdit { SignEdit(path: signFile, versions: versions, allowsURLs: settings.urls) }
    /// The pictures beside the sign file.
    var pictures: SignPictures {
        SignPictures(signFile: signFile, area: board?.size ?? Size(width: 64, height: 32))
    }
    /// The sign files that were replaced.
    var versions: SignVersions? { versionsFolder.map { SignVersions(folder: $0) } }
    /// What pushed messages may name.
    var rules: NetworkRules {
        NetworkRules(signFile: signFile, allowsURLs: settings.urls, allowsIcons: settings.fetchesIcons)
    }
}
