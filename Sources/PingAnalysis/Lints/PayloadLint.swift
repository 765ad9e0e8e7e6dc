import NielsenTag

/// Whether the tag payloads in a ping are such.
enum PayloadLint {
  /// The most findings that are reported for one ping.
  private static let limit = 10

  static func findings(in ping: SentPing) -> [PingFinding] {
    switch ping.product {
    case .id3: findings(in: ping["tp"]?.split(separator: "~").map(String.init) ?? [], "tp")
    case .tsv: findings(in: ping["id3"].map { [$0] } ?? [], "id3")
    default: []
    }
  }

  private static func findings(in texts: [String], _ field: String) -> [PingFinding] {
    let all = texts.enumerated().lazy.flatMap { index, text -> [PingFinding] in
      let place = texts.count > 1 ? "payload \(index + 1): " : ""
      guard let payload = NielsenPayload(owner: text) else {
        return [
          PingFinding("payload", .error, field, "\(place)does not begin with www.nielsen.com/")
        ]
      }
      return payload.faults.map { fault in
        let severity: PingFinding.Severity = fault.code.isLayout ? .error : .warning
        return PingFinding("payload", severity, field, place + fault.message)
      }
    }
    return Array(all.prefix(limit))
  }
}
