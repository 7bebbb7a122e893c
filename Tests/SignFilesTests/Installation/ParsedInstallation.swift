import SignFiles

/// What a sign file with a message says of the world around the sign.
///
/// - Parameter message: its messages; one of its own without the argument.
func parsedInstallation(_ text: String, message: String = "message: {text: A}\n") throws -> SignInstallation {
    try SignFile(parsing: message + text, path: "s.yaml").installation
}

/// The problems of such a file, each with its place; none where it is valid.
func installationProblems(_ text: String, message: String = "message: {text: A}\n") -> [String] {
    do throws(SignError) {
        _ = try SignFile(parsing: message + text, path: "s.yaml")
        return []
    } catch {
        return error.problems.map(\.description)
    }
}
