import CCurl
import Formats

extension FetchFailure {
  /// OpenSSL's verification results (`X509_V_ERR_…`).
  private static let unspecified = 1
  private static let notYetValid = 9
  private static let expired = 10
  private static let unknownIssuer: Set = [2, 18, 19, 20, 21, 27]

  /// The failure for an untrusted certificate. `chain` is the list of certificates that the server sent, its own first;
  /// `now` is in Unix milliseconds.
  static func certificate(
    _ result: Int,
    _ chain: [ServerCertificate],
    at address: WebAddress,
    now: Int64
  ) -> FetchFailure {
    let whose = "a certificate of \(address.place)"
    let moment = UTCTime.text(now / 1000) ?? ""
    let names = chain.first?.names ?? []
    let (reason, remedy): (String, String)
    switch result {
    case expired:
      let end = chain.compactMap(\.end).first { $0 < moment }
      reason = "\(whose) expired" + (end.map { " on \($0)" } ?? "")
      remedy = "renew it on the server, or check the clock of this machine"
    case notYetValid:
      let start = chain.compactMap(\.start).first { $0 > moment }
      reason = "\(whose) is not valid" + (start.map { " until \($0)" } ?? " yet")
      remedy = "check the certificate on the server, and the clock of this machine"
    case _ where unknownIssuer.contains(result):
      reason =
        [18, 19].contains(result)
        ? "\(whose) is self-signed and is not trusted"
        : "the issuer of \(whose) is not known"
      remedy =
        "add the issuer's certificate with --ca-file, or accept any certificate with insecure in --config"
    case ...unspecified where !names.isEmpty && !names.contains { address.isNamed(by: $0) }:
      let shown = names.prefix(3).map { String($0.unicodeScalars.prefix(100).filter(\.isASCII)) }
      let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
      reason =
        "\(whose) is valid for \(shown.joined(separator: ", "))\(rest), but not for this host"
      remedy = "check the host name, or accept any certificate with insecure in --config"
    default:
      reason = "\(whose) cannot be verified"
      remedy =
        "check the host name and --ca-file, or accept any certificate with insecure in --config"
    }
    return .lasting(.unreachable, address, reason, remedy)
  }
}

extension WebAddress {
  /// Whether a name in a certificate matches the host. An asterisk in the name matches the first label of the host.
  fileprivate func isNamed(by name: String) -> Bool {
    let name = name.lowercased()
    guard name.hasPrefix("*.") else { return name == host }
    return host.firstIndex(of: ".").map { host[$0...] == name.dropFirst() } ?? false
  }
}

/// A certificate that a server sent, as libcurl describes it, without any verification.
package struct ServerCertificate: Sendable, Hashable {
  /// The host names and addresses for which the certificate is valid.
  package var names: [String] = []
  /// The start of validity, such as `2026-11-21T09:14:22Z`; nil if it cannot be read.
  package var start: String?
  package var end: String?

  /// Reads libcurl's description: lines such as `Expire date:Nov 21 09:14:22 2026 GMT`.
  init(lines: [String]) {
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...]
      switch line[..<colon] {
      case "Start date": start = Self.date(value)
      case "Expire date": end = Self.date(value)
      case "X509v3 Subject Alternative Name": names = Self.names(value)
      default: break
      }
    }
  }

  /// The certificates that the server of a transfer sent, starting with its own.
  static func all(of easy: UnsafeMutableRawPointer) -> [ServerCertificate] {
    var chain: UnsafeMutablePointer<curl_certinfo>?
    guard id3tap_easy_get_certificates(easy, &chain) == CURLE_OK, let chain = chain?.pointee,
      let lists = chain.certinfo
    else { return [] }
    return (0..<Int(chain.num_of_certs)).map { index in
      var lines: [String] = []
      var next = lists[index]
      while let item = next {
        if let line = item.pointee.data { lines.append(String(cString: line)) }
        next = item.pointee.next
      }
      return ServerCertificate(lines: lines)
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads OpenSSL's `Nov 21 09:14:22 2026 GMT`.
  private static func date(_ text: Substring) -> String? {
    let parts = text.split(separator: " ")
    guard parts.count >= 4, let month = months.firstIndex(where: { $0 == parts[0] }) else {
      return nil
    }
    let twoDigits = { (text: Substring) in text.count == 1 ? "0\(text)" : "\(text)" }
    return "\(parts[3])-\(twoDigits("\(month + 1)"))-\(twoDigits(parts[1]))T\(parts[2])Z"
  }

  /// Reads `DNS:a.example, IP Address:127.0.0.1`.
  private static func names(_ text: Substring) -> [String] {
    text.split(separator: ",").compactMap { entry in
      let entry = entry.drop { $0 == " " }
      let parts = entry.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, ["DNS", "IP Address"].contains(parts[0]) else { return nil }
      return String(parts[1])
    }
  }
}
