import Formats

/// Connects once more to a server whose certificate was refused, to see what is wrong with it. Nothing is sent on the
/// connection.
final class CertificateInspection: TransferDelegate {
  private let addresses: AddressGuard?
  private let done: ([ServerCertificate]) -> Void
  private var chain: [ServerCertificate] = []

  /// `addresses` decides which addresses the connection can use; nil: all. `done` takes the certificates that came.
  init(_ addresses: AddressGuard?, done: @escaping ([ServerCertificate]) -> Void) {
    self.addresses = addresses
    self.done = done
  }

  func mayReach(_ address: IPAddress?, isConnected: Bool) -> Bool {
    do {
      try addresses?.check(address, isConnected: isConnected)
      return true
    } catch {
      return false
    }
  }

  func willSend() {}
  func receive(_ head: ResponseHead) {}
  func receive(_ bytes: UnsafeRawBufferPointer) -> Transfer.Appetite { .stop }
  func receive(_ certificates: [ServerCertificate]) { chain = certificates }
  func end(_ failure: HTTPFailure?) { done(chain) }
}

extension FetchFailure {
  /// Results of verification by OpenSSL (`X509_V_ERR_…`).
  private static let unspecified = 1
  private static let notYetValid = 9
  private static let expired = 10
  private static let unknownIssuer: Set = [2, 18, 19, 20, 21, 27]

  /// The failure for a certificate that is not trusted. `chain`: what the server sent, its own certificate first; `now`: Unix
  /// milliseconds.
  static func certificate(
    _ result: Int,
    _ chain: [ServerCertificate],
    at address: FetchAddress,
    now: Int64
  ) -> FetchFailure {
    let whose = "the certificate of \(address.place)"
    let moment = UTCTime.text(now / 1000) ?? ""
    let names = chain.first?.names ?? []
    let (reason, remedy): (String, String)
    switch result {
    case expired:
      let end = chain.compactMap(\.end).first { $0 < moment }
      reason = "\(whose) has been expired" + (end.map { " since \($0)" } ?? "")
      remedy = "renew it on the server, or check the clock here"
    case notYetValid:
      let start = chain.compactMap(\.start).first { $0 > moment }
      reason = "\(whose) is not valid" + (start.map { " until \($0)" } ?? " yet")
      remedy = "check the certificate on the server, and the clock here"
    case _ where unknownIssuer.contains(result):
      reason =
        [18, 19].contains(result)
        ? "\(whose) is self-signed, and its issuer is not known"
        : "the issuer of \(whose) is not known"
      remedy = "name its certificate with --ca-file, or accept any with insecure in --config"
    case ...unspecified where !names.isEmpty && !names.contains { address.isNamed(by: $0) }:
      let shown = names.prefix(3).map { String($0.unicodeScalars.prefix(100).filter(\.isASCII)) }
      let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
      reason =
        "\(whose) is valid for \(shown.joined(separator: ", "))\(rest), and not for this host"
      remedy = "check the host name, or accept any certificate with insecure in --config"
    default:
      reason = "\(whose) is not valid for it"
      remedy = "check the host name, or accept any certificate with insecure in --config"
    }
    return .lasting(
      ResourceError(.unreachable, url: address.text, reason: reason, remedy: remedy)
    )
  }
}

extension FetchAddress {
  /// Whether a name in a certificate is that of the host: a star represents its first label.
  fileprivate func isNamed(by name: String) -> Bool {
    let name = name.lowercased()
    guard name.hasPrefix("*.") else { return name == host }
    return host.firstIndex(of: ".").map { host[$0...] == name.dropFirst() } ?? false
  }
}
