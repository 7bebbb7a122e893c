import Foundation
import LinuxSystem

extension ControlPaths {
    /// The paths that the user and the environment of this process give.
    package static let ofProcess = ControlPaths(
        user: geteuid(), environment: { ProcessInfo.processInfo.environment[$0] },
        hasFolder: { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        })
}
