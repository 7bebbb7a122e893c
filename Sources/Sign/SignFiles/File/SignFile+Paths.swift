import BitmapFonts
import Glibc
import LinuxSystem

extension SignFile {
    /// The path of a file that this one gives by a path, which counts from the folder of this one.
    package func path(of given: String) -> String { Self.path(of: given, givenBy: path) }

    /// The name of a font, or its path: what has a slash in it, or is the name of a font file in the folder of this file, also
    /// of one that cannot be read.
    package func path(ofFont nameOrPath: String) -> String {
        let given = FontName(nameOrPath)
        let path = path(of: given.name)
        func enlarged(_ path: String) -> String { FontName(name: path, factor: given.factor).description }
        guard !given.name.contains("/") else { return enlarged(path) }
        guard Self.isFontFile(given.name) || Self.isOutlineFont(path), access(path, F_OK) == 0 else {
            return nameOrPath
        }
        return enlarged(path.contains("/") ? path : "./" + path)
    }

    /// Whether a name or path ends as those of font files do.
    package static func isFontFile(_ name: String) -> Bool { FontLocation(path: name) != nil }

    private static func isOutlineFont(_ path: String) -> Bool {
        let start = try? RegularFile.beginning(path: path, most: FileFormat.beginning)
        return start.flatMap { FileFormat(of: $0) }?.kind == .outlineFont
    }

    /// The name of a board, or its path: what has a slash in it or ends in .yaml.
    package static func path(ofBoard nameOrPath: String, givenBy path: String) -> String {
        let isPath = nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml")
        return isPath ? Self.path(of: nameOrPath, givenBy: path) : nameOrPath
    }

    /// The path of a file that the sign file at a path gives by a path, which counts from the folder of the sign file.
    package static func path(of given: String, givenBy path: String) -> String {
        RelativePath.resolve(given, givenBy: path)
    }
}
