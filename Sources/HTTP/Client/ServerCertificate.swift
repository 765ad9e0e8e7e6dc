import CCurl

/// A certificate that a server sent, as libcurl describes it. Nothing in it has been verified.
package struct ServerCertificate: Sendable, Hashable {
  /// The hosts and addresses that it is for.
  package var names: [String] = []
  /// From when and until when it is valid, such as `2026-11-21T09:14:22Z`; nil if that cannot be read.
  package var start: String?
  package var end: String?

  /// Reads the description: lines such as `Expire date:Nov 21 09:14:22 2026 GMT`.
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

  /// The certificates that the server of a transfer sent, its own first.
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

  /// `Nov 21 09:14:22 2026 GMT` of OpenSSL.
  private static func date(_ text: Substring) -> String? {
    let parts = text.split(separator: " ")
    guard parts.count >= 4, let month = months.firstIndex(where: { $0 == parts[0] }) else {
      return nil
    }
    let twoDigits = { (text: Substring) in text.count == 1 ? "0\(text)" : "\(text)" }
    return "\(parts[3])-\(twoDigits("\(month + 1)"))-\(twoDigits(parts[1]))T\(parts[2])Z"
  }

  /// `DNS:a.example, IP Address:127.0.0.1`.
  private static func names(_ text: Substring) -> [String] {
    text.split(separator: ",").compactMap { entry in
      let entry = entry.drop { $0 == " " }
      let parts = entry.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, ["DNS", "IP Address"].contains(parts[0]) else { return nil }
      return String(parts[1])
    }
  }
}
