import CSignNetwork
import Glibc
import LinuxSystem

/// TLS on a connection to a broker or a server, by GnuTLS: its certificate has to be good for its name.
final class ClientEncryption {
    private let session: gnutls_session_t
    private let credentials: gnutls_certificate_credentials_t
    /// The name that the library looks at as long as the session lasts.
    private let name: UnsafeMutablePointer<CChar>
    /// What it waits for, where it could not continue: writing instead of reading.
    private(set) var wantsWrite = false

    /// The bytes that a file with certificates may have; that of Debian has a quarter of a megabyte.
    static let maximumCertificateBytes = 8 << 20

    /// Makes a session on a socket that does not wait.
    ///
    /// - Parameter authority: the path of the file with the certificates that sign its own; nil for those of the system.
    /// - Throws: what is wrong with the file.
    init(_ socket: Int32, host: String, authority: String?) throws(ConnectionError) {
        var credentials: gnutls_certificate_credentials_t?
        var session: gnutls_session_t?
        let flags = UInt32(GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL)
        guard gnutls_certificate_allocate_credentials(&credentials) == 0, let credentials,
            gnutls_init(&session, flags) == 0, let session, let name = strdup(host)
        else { throw ConnectionError("there is no memory") }
        (self.session, self.credentials, self.name) = (session, credentials, name)
        try trust(authority)
        gnutls_priority_set_direct(session, "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1", nil)
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
        gnutls_session_set_verify_cert(session, name, 0)
        if !Self.isAddress(host) { gnutls_server_name_set(session, GNUTLS_NAME_DNS, name, strlen(name)) }
        gnutls_transport_set_int2(session, socket, socket)
    }

    deinit {
        gnutls_deinit(session)
        gnutls_certificate_free_credentials(credentials)
        free(name)
    }

    /// Says which certificates are trusted.
    private func trust(_ authority: String?) throws(ConnectionError) {
        guard let authority else {
            gnutls_certificate_set_x509_system_trust(credentials)
            return
        }
        var content: [UInt8]
        do throws(FileReadingError) {
            content = try RegularFile.read(path: authority, limit: Self.maximumCertificateBytes)
        } catch {
            throw ConnectionError("the file with certificates (ca) cannot be read: \(authority): \(error)")
        }
        let count = content.withUnsafeMutableBufferPointer { bytes in
            var data = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
            return gnutls_certificate_set_x509_trust_mem(credentials, &data, GNUTLS_X509_FMT_PEM)
        }
        guard count > 0 else { throw ConnectionError("the file with certificates (ca) has none in PEM: \(authority)") }
    }

    /// Whether a host is given by its address.
    private static func isAddress(_ host: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
    }

    // MARK: Running

    /// Continues the TLS handshake; returns whether it is complete.
    func handshake() throws(ConnectionError) -> Bool {
        try take(gnutls_handshake(session)) != nil
    }

    /// Whether there are bytes that were read from the socket and are not taken yet.
    var hasMore: Bool { gnutls_record_check_pending(session) > 0 }

    /// Reads what is there; returns nil if that is nothing.
    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(ConnectionError) -> Int? {
        guard let count = try take(Int32(clamping: gnutls_record_recv(session, buffer.baseAddress, buffer.count)))
        else { return nil }
        guard count > 0 else { throw .closed }
        return count
    }

    /// Writes what can be; returns how many bytes that is.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ConnectionError) -> Int {
        try take(Int32(clamping: gnutls_record_send(session, bytes.baseAddress, min(bytes.count, 16_384)))) ?? 0
    }

    /// Says that nothing more will be written.
    func end() { gnutls_bye(session, GNUTLS_SHUT_WR) }

    // MARK: Errors

    /// Returns the result of a call, or nil if it could not continue.
    private func take(_ code: Int32) throws(ConnectionError) -> Int? {
        wantsWrite = false
        if code >= 0 { return Int(code) }
        switch code {
        case GNUTLS_E_PREMATURE_TERMINATION, GNUTLS_E_PULL_ERROR, GNUTLS_E_PUSH_ERROR: throw .closed
        case GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR:
            throw ConnectionError("TLS: certificate verify failed: \(verdict)")
        case _ where gnutls_error_is_fatal(code) == 0:
            wantsWrite = gnutls_record_get_direction(session) == 1
            return nil
        default: throw ConnectionError("TLS: \(String(cString: gnutls_strerror(code)))")
        }
    }

    /// What the library says of a certificate that is not good.
    private var verdict: String {
        let status = gnutls_session_get_verify_cert_status(session)
        var text = gnutls_datum_t()
        guard gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) == 0, let data = text.data
        else { return "\(status)" }
        // The library has its memory from malloc(3).
        defer { free(data) }
        let words = String(decoding: UnsafeBufferPointer(start: data, count: Int(text.size)), as: UTF8.self)
        return words.filter { $0 != "\0" }.split(separator: " ").joined(separator: " ")
    }
}
