import BitmapFonts
import Glibc
import LinuxSystem
import LiveValues

/// The files that a sign file names.
extension SignFile {
    /// The path of a file that this one gives by a path, which counts from the folder of this one.
    package func path(of given: String) -> String { given.path(givenBy: path) }

    /// The name of a font, or its path: what has a slash in it, or is the name of a font file in the folder of this file, also
    /// of one that cannot be read.
    package func path(ofFont nameOrPath: String) -> String {
        let given = FontName(nameOrPath)
        let path = path(of: given.name)
        guard !given.name.contains("/") else { return given.renamed(path).description }
        guard Self.isFontFile(given.name) || Self.isOutlineFont(path), access(path, F_OK) == 0 else {
            return nameOrPath
        }
        return given.renamed(path.contains("/") ? path : "./" + path).description
    }

    /// The name or path of a font without its style and its size, such as `@2`.
    package static func nameOfFont(_ font: String) -> String { FontName(font).name }

    /// Whether a name or path ends as those of font files do.
    package static func isFontFile(_ name: String) -> Bool { FontLocation(path: name) != nil }

    private static func isOutlineFont(_ path: String) -> Bool {
        let start = try? RegularFile.beginning(path: path, maximum: FileFormat.beginning)
        return start.flatMap { FileFormat(of: $0) }?.kind == .outlineFont
    }

    /// The name of a board, or its path: what has a slash in it or ends in .yaml.
    package static func path(ofBoard nameOrPath: String, givenBy path: String) -> String {
        let isPath = nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml")
        return isPath ? nameOrPath.path(givenBy: path) : nameOrPath
    }

    /// The sources that ask servers for the images of its messages.
    package var imageSources: [LiveSource] { LiveSource.images(of: messages) }
}

/// Files in place of what it asks for.
extension SignFile {
    /// The same with recorded answers in place of those of servers, programs and topics: for a field or calendar NAME the file
    /// `NAME.json`, `NAME.ics` or `NAME.txt` of a folder.
    package func replaying(_ folder: String) -> SignFile {
        func replayed(_ source: LiveSource) -> LiveSource {
            switch source.origin {
            case .file, .variable: return source
            case .command, .url, .topic: break
            }
            let name = "\(folder)/\(source.name.trimmingPrefix(LiveSource.calendarName("")))."
            var source = source
            if case .document = source.form {
                source.origin = .file(LiveFile(name + "ics"))
            } else if access(name + "json", F_OK) == 0 {
                source.origin = .file(LiveFile(name + "json"))
                if case .text(line: nil) = source.form { source.form = .json(ValuePath()) }
            } else {
                source.origin = .file(LiveFile(name + "txt"))
            }
            return source
        }
        var file = self
        file.fields = fields.map(replayed)
        file.calendars = calendars.map(replayed)
        return file
    }
}
