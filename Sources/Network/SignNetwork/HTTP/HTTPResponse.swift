/// The answer to one HTTP request.
package struct HTTPResponse: Sendable {
    package var status: Int
    /// Headers besides those that every answer has.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}
