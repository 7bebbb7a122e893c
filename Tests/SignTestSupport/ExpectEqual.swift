import Testing

/// Records an issue unless two values are equal; it shows both, at the place of the call, as `#expect(left == right)` does.
///
/// Tests compare with it instead of `#expect(left == right)`: at each such macro a compiler has to choose among several checks
/// and all operators `==`, which took a third of the time that a test target takes.
///
/// - Parameter comment: what the issue says besides; not evaluated without one.
public func expectEqual<Value: Equatable>(
    _ left: Value, _ right: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(left == right, comment(), sourceLocation: sourceLocation)
}

/// What the error says that is thrown; nil if none is. (With Swift 6.0 `#expect(throws:)` returns no error.)
public func message<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
