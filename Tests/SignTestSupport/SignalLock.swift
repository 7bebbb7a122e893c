import Foundation

/// Held by a test that handles the signals of the test process: there is one handler at a time.
public let signalLock = NSLock()
