import PixelGraphics
import SignFiles

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

    /// - Parameter path: that of the sign file, from whose folder the token's path counts.
    package init(_ settings: HTTPSettings, signFile path: String = "", machine: String = "", pageFolder: String? = nil)
    {
        self.settings = settings
        tokenPath = settings.token.map { SignFile.path(of: $0, givenBy: path) }
        (self.machine, self.pageFolder) = (machine, pageFolder)
    }
}
