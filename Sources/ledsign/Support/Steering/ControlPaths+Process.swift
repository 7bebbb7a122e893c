import Foundation
import SignControl

extension ControlPaths {
    /// The places that the environment of this process names.
    static let ofProcess = ControlPaths { ProcessInfo.processInfo.environment[$0] }
}
