import Glibc
import HummingbirdTLS
import NIOSSL

/// The certificate with which a server proves who it is, and its key.
public struct ServerIdentity: Sendable {
  let configuration: TLSConfiguration

  /// Reads PEM files: the certificate with those that signed it behind it, and the private key without
  /// a passphrase.
  ///
  /// - Throws: `identity` when a file cannot be read or used, or when they do not belong together.
  public init(certificate: String, key: String) throws(CollectorError) {
    try Self.requireFile(certificate)
    try Self.requireFile(key)
    let chain = try Self.using(certificate, "no certificates in PEM form") {
      try NIOSSLCertificate.fromPEMFile(certificate)
    }
    guard !chain.isEmpty else {
      throw Self.problem(certificate, "holds no certificates in PEM form")
    }
    let privateKey = try Self.using(key, "no private key in PEM form without a passphrase") {
      try NIOSSLPrivateKey(file: key, format: .pem)
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(privateKey)
    )
    configuration.applicationProtocols = ["http/1.1"]
    self.configuration = configuration
    do {
      // Looks whether they belong together.
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw Self.problem(key, "is not the key of \(certificate)")
    }
  }

  private static func using<Value>(
    _ path: String,
    _ lack: String,
    _ body: () throws -> Value
  ) throws(CollectorError) -> Value {
    do {
      return try body()
    } catch {
      throw problem(path, "holds \(lack)")
    }
  }

  private static func requireFile(_ path: String) throws(CollectorError) {
    guard access(path, R_OK) != 0 else { return }
    throw problem(path, String(cString: strerror(errno)).lowercased())
  }

  private static func problem(_ path: String, _ words: String) -> CollectorError {
    CollectorError(
      .identity,
      path,
      words,
      "name a certificate and its key in PEM form with --tls CERT,KEY"
    )
  }
}
