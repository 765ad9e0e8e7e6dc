import Formats

/// The URL of a live feed: `udp://`, `rtp://` or `srt://`.
package struct NetworkURL: Equatable {
  enum Transport: String, CaseIterable {
    case udp, rtp, srt
  }

  let transport: Transport
  /// The URL for libavformat. It contains no user, password or passphrase, because libavformat repeats it in messages.
  let text: String
  /// The names of the options in the query.
  let options: Set<String>
  /// The passphrase of an SRT connection; nil if the URL has no passphrase.
  let passphrase: String?

  private static let passphraseOption = "passphrase"

  /// Checks a URL.
  /// - Throws: `cannotOpen` if the scheme is not supported, if the port is missing or invalid, if there is a
  ///   fragment, white space or a control character, or if an option is not allowed.
  package init(_ text: String) throws(TimedMetadataError) {
    func refused(_ reason: String, _ remedy: String) -> TimedMetadataError {
      TimedMetadataError(
        .cannotOpen,
        input: Self.shown(text) { Self.hidingValue($0) },
        reason: reason,
        remedy: remedy
      )
    }
    guard let authority = URLAuthority(of: text),
      let transport = Transport(rawValue: text[authority.scheme].lowercased())
    else { throw refused("is not a live feed", "name a udp, rtp or srt URL") }
    let rest = text[authority.range.lowerBound...]
    guard let port = Self.port(of: text[authority.host]) else {
      throw refused("names no port", "write it as \(transport.rawValue)://HOST:PORT")
    }
    guard let number = URLAuthority.port(port), number > 0 else {
      throw refused("names an impossible port", "ports have numbers from 1 to 65535")
    }
    guard !rest.utf8.prefix(while: { $0 != UInt8(ascii: "?") }).contains(UInt8(ascii: "#")) else {
      throw refused("has a fragment", "remove '#' and the text after it")
    }
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw refused("contains white space or a control character", "check the URL")
    }
    var place = URLAuthority.withoutUser(transport.rawValue + "://" + rest)
    var options: Set<String> = []
    var passphrase: String?
    if let (before, query) = place[...].cut(at: UInt8(ascii: "?")) {
      var shown: [Substring] = []
      for part in query.utf8.split(separator: UInt8(ascii: "&")).map(Substring.init) {
        let (name, value) = part.cut(at: UInt8(ascii: "=")) ?? (part, "")
        guard transport.allowedOptions.contains(String(name)) else {
          // The unknown option may be part of a passphrase that contains `&`.
          let isSafe = passphrase == nil && name.endIndex < part.endIndex
          throw refused(
            "has \(isSafe ? "the option '\(name)', which" : "an option that") is not allowed",
            "options of \(transport.rawValue) are \(transport.allowedOptions.sorted().joined(separator: ", "))"
          )
        }
        options.insert(String(name))
        guard name == Self.passphraseOption else {
          shown.append(part)
          continue
        }
        // The first passphrase is used, as in libavformat; a plus sign means a space.
        let bytes = value.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        passphrase = passphrase ?? String(decoding: bytes, as: UTF8.self)
      }
      place = before + (shown.isEmpty ? "" : "?" + shown.joined(separator: "&"))
    }
    self.transport = transport
    self.options = options
    self.passphrase = passphrase
    self.text = place
  }

  /// The URL of a feed for messages and results: without user, password and passphrase. If the URL is invalid, no
  /// option value is shown, because a misspelled option may contain the passphrase.
  package static func shown(_ text: String) -> String {
    do throws(TimedMetadataError) {
      _ = try NetworkURL(text)
    } catch {
      return error.input
    }
    return shown(text) { hidingPassphrase($0) }
  }

  private static func shown(_ text: String, _ option: (Substring) -> String) -> String {
    let url = URLAuthority.withoutUser(text)
    guard let mark = url.utf8.firstIndex(where: "?#&".utf8.contains) else {
      return hidingPassphrase(url[...])
    }
    let options = url.utf8[mark...].dropFirst()
      .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .map { option(Substring($0)) }
    let end = url.utf8.index(after: mark)
    return hidingPassphrase(url[..<mark]) + url[mark..<end] + options.joined(separator: "&")
  }

  private static func hidingPassphrase(_ text: Substring) -> String {
    guard let mark = text.utf8.firstRange(of: "\(passphraseOption)=".utf8) else {
      return String(text)
    }
    return text[..<mark.upperBound] + ShownURL.mark
  }

  /// Hides the value of an option, and also the name of an unknown option, which may be part of a passphrase.
  private static func hidingValue(_ option: Substring) -> String {
    guard let name = option.cut(at: UInt8(ascii: "="))?.before,
      Transport.allCases.contains(where: { $0.allowedOptions.contains(String(name)) })
    else { return ShownURL.mark }
    return name + "=" + ShownURL.mark
  }

  /// The port after a host; nil if there is no port. The colons of an IPv6 address in brackets do not count.
  private static func port(of host: Substring) -> Substring? {
    guard let mark = host.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let port = host.utf8[mark...].dropFirst()
    return port.isEmpty || port.contains(UInt8(ascii: "]")) ? nil : Substring(port)
  }
}

extension NetworkURL.Transport {
  /// The protocols that libavformat may use: that of the URL, and UDP below RTP.
  var whitelist: String { self == .rtp ? "rtp,udp" : rawValue }

  /// The options that may be in the URL. They configure only the connection: addresses, buffers, timing, encryption.
  fileprivate var allowedOptions: Set<String> {
    let datagrams: Set<String> = [
      "block", "buffer_size", "dscp", "localaddr", "localport", "pkt_size", "sources", "ttl",
    ]
    return switch self {
    case .udp: datagrams.union(["connect", "fifo_size", "overrun_nonfatal", "reuse"])
    case .rtp: datagrams.union(["connect", "localrtcpport", "localrtpport", "rtcpport"])
    case .srt:
      [
        "connect_timeout", "enforced_encryption", "ffs", "inputbw", "ipttl", "iptos", "latency",
        "linger", "listen_timeout", "lossmaxttl", "maxbw", "messageapi", "minversion", "mode",
        "mss",
        "nakreport", "oheadbw", "passphrase", "payload_size", "pbkeylen", "peerlatency", "pkt_size",
        "rcvbuf", "rcvlatency", "recv_buffer_size", "smoother", "streamid", "tlpktdrop",
        "transtype",
        "tsbpd",
      ]
    }
  }

  /// The options that are passed to libavformat unless the URL sets them. UDP and RTP get buffers for the largest
  /// datagram and for bursts. If the reader is too slow, UDP drops packets instead of failing. SRT keeps libavformat's
  /// defaults.
  var defaults: [String: String] {
    switch self {
    case .udp: ["buffer_size": "4194304", "overrun_nonfatal": "1", "pkt_size": "65507"]
    case .rtp: ["buffer_size": "4194304", "pkt_size": "65507"]
    case .srt: [:]
    }
  }
}
