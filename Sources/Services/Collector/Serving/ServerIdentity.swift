import Glibc
import HTTP
import System

/// The certificate that identifies a server, and its key.
package struct ServerIdentity: Sendable {
  let tls: TLSIdentity

  /// Reads PEM files: the certificate with those that signed it after it, and the private key without
  /// a passphrase.
  ///
  /// - Throws: `identity` when a file cannot be read or used, or when they do not belong together.
  package init(certificate: String, key: String) throws(CollectorError) {
    let (chain, privateKey) = (try Self.text(certificate), try Self.text(key))
    do throws(TLSIdentity.Problem) {
      tls = try TLSIdentity(certificate: chain, key: privateKey)
    } catch {
      switch error {
      case .noCertificates: throw Self.problem(certificate, "holds no certificates in PEM form")
      case .noKey:
        throw Self.problem(key, "holds no private key in PEM form without a passphrase")
      case .mismatch: throw Self.problem(key, "is not the key of \(certificate)")
      }
    }
  }

  /// Files are at most so large, in bytes.
  private static let sizeLimit = 1 << 20

  private static func text(_ path: String) throws(CollectorError) -> String {
    guard let file = fopen(path, "re") else { throw problem(path, reason()) }
    defer { fclose(file) }
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: sizeLimit) { buffer, count in
      count = fread(buffer.baseAddress, 1, sizeLimit, file)
      isRead = ferror(file) == 0
    }
    guard isRead else { throw problem(path, reason()) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func reason() -> String { SystemError.reason() }

  private static func problem(_ path: String, _ words: String) -> CollectorError {
    CollectorError(
      .identity,
      path,
      words,
      "name a certificate and its key in PEM form with --tls CERT,KEY"
    )
  }
}
