import CMicrohttpd

/// The certificate of a server and its private key, as PEM.
package struct TLSIdentity: Sendable {
  package enum Problem: Error {
    case noCertificates, noKey
    /// The key belongs to another certificate.
    case mismatch
  }

  let certificate: String
  let key: String

  /// Checks two PEM strings: the certificate followed by its chain, and the private key without a passphrase.
  package init(certificate: String, key: String) throws(Problem) {
    self.certificate = certificate
    self.key = key
    guard Self.hasCertificates(certificate) else { throw .noCertificates }
    guard Self.isKey(key) else { throw .noKey }
    guard fit() else { throw .mismatch }
  }

  private static func withData<Value>(
    _ text: String,
    _ body: (inout gnutls_datum_t) -> Value
  ) -> Value {
    var text = text
    return text.withUTF8 { bytes in
      var data = gnutls_datum_t(
        data: UnsafeMutablePointer(mutating: bytes.baseAddress),
        size: UInt32(bytes.count)
      )
      return body(&data)
    }
  }

  private static func hasCertificates(_ text: String) -> Bool {
    withCredentials { credentials in
      withData(text) {
        gnutls_certificate_set_x509_trust_mem(credentials, &$0, GNUTLS_X509_FMT_PEM)
      }
    } > 0
  }

  private static func isKey(_ text: String) -> Bool {
    var key: gnutls_x509_privkey_t?
    guard gnutls_x509_privkey_init(&key) >= 0 else { return false }
    defer { gnutls_x509_privkey_deinit(key) }
    return withData(text) {
      gnutls_x509_privkey_import2(key, &$0, GNUTLS_X509_FMT_PEM, nil, 0)
    } >= 0
  }

  private func fit() -> Bool {
    Self.withCredentials { credentials in
      Self.withData(certificate) { certificate in
        Self.withData(key) { key in
          gnutls_certificate_set_x509_key_mem(credentials, &certificate, &key, GNUTLS_X509_FMT_PEM)
        }
      }
    } >= 0
  }

  /// The result of `body`; -1 if the system is out of memory.
  private static func withCredentials(
    _ body: (gnutls_certificate_credentials_t?) -> Int32
  ) -> Int32 {
    var credentials: gnutls_certificate_credentials_t?
    guard gnutls_certificate_allocate_credentials(&credentials) >= 0 else { return -1 }
    defer { gnutls_certificate_free_credentials(credentials) }
    return body(credentials)
  }
}
