import Foundation

extension ControlPaths {
    /// The paths that the environment of this process gives.
    package static let ofProcess = ControlPaths { ProcessInfo.processInfo.environment[$0] }
}
