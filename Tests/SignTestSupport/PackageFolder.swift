import Foundation

/// The folder of the package, for tests that read its files.
package enum PackageFolder {
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
