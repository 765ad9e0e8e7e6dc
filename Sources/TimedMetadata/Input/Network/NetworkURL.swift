import Formats

/// A URL of a live feed: `udp://`, `rtp://` or `srt://`.
struct NetworkURL: Equatable {
  /// How a feed arrives.
  enum Transport: String, CaseIterable {
    case udp, rtp, srt
  }

  let transport: Transport
  /// As libavformat gets it.
  let text: String
  /// The names of the options in the query.
  let options: Set<String>

  /// Checks a URL.
  /// - Throws: `cannotOpen` when its scheme is not one of these, it names no port or an impossible one, or
  ///   holds an option that could open or write anything else.
  init(_ text: String) throws(TimedMetadataError) {
    func refused(_ reason: String, _ remedy: String) -> TimedMetadataError {
      TimedMetadataError(.cannotOpen, input: text, reason: reason, remedy: remedy)
    }
    guard let authority = URLAuthority(of: text),
      let transport = Transport(rawValue: text[authority.scheme].lowercased())
    else { throw refused("is not a live feed", "name a URL with udp, rtp or srt") }
    let rest = text[authority.range.lowerBound...]
    guard let port = Self.port(of: Self.cut(rest) { "?/".utf8.contains($0) }) else {
      throw refused("names no port", "write it as \(transport.rawValue)://HOST:PORT")
    }
    guard let number = UInt16(port), number > 0 else {
      throw refused("names an impossible port", "ports have numbers from 1 to 65535")
    }
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw refused("holds white space", "check the URL")
    }
    let query = rest[Self.cut(rest) { $0 == UInt8(ascii: "?") }.endIndex...].utf8.dropFirst()
    var options: Set<String> = []
    for part in query.split(separator: UInt8(ascii: "&")) {
      let name = String(Self.cut(Substring(part)) { $0 == UInt8(ascii: "=") })
      guard transport.allowedOptions.contains(name) else {
        throw refused(
          "has the option '\(name)', which is not passed on",
          "options of \(transport.rawValue) are \(transport.allowedOptions.sorted().joined(separator: ", "))"
        )
      }
      options.insert(name)
    }
    self.transport = transport
    self.options = options
    self.text = transport.rawValue + "://" + rest
  }

  /// The text up to the first byte that ends it. Not up to a character: see ``URLAuthority``.
  private static func cut(_ text: Substring, at isEnd: (UInt8) -> Bool) -> Substring {
    Substring(text.utf8.prefix { !isEnd($0) })
  }

  /// The text after the host; nil at the end. An address of IPv6 in brackets contains colons.
  private static func port(of place: Substring) -> Substring? {
    guard let mark = place.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let port = place.utf8[mark...].dropFirst()
    return port.isEmpty || port.contains(UInt8(ascii: "]")) ? nil : Substring(port)
  }
}

extension NetworkURL.Transport {
  /// The protocols that libavformat may use: this one, and what it rides on.
  var whitelist: String { self == .rtp ? "rtp,udp" : rawValue }

  /// The options of the protocol that say where and how to listen, and nothing else.
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

  /// Options for libavformat where the URL does not set them: room for any datagram, and for bursts; and
  /// a reader that is too slow loses packets instead of the feed.
  var defaults: [String: String] {
    switch self {
    case .udp: ["buffer_size": "4194304", "overrun_nonfatal": "1", "pkt_size": "65507"]
    case .rtp: ["buffer_size": "4194304", "pkt_size": "65507"]
    case .srt: [:]
    }
  }
}
