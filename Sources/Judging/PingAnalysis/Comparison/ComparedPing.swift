import NielsenTag

/// A ping with the values used to align two runs.
struct ComparedPing {
  var ping: SentPing
  /// When the ping was made, in Unix seconds. Nil if unknown. A time-shift lookup has only the time that it contains,
  /// because the time of its capture comes from a different clock.
  var time: Double?
  /// The index of the ping in its run.
  var order: Int
  /// A key that is equal for corresponding pings of two runs, even if their clocks differ.
  var identity: Identity

  struct Identity: Hashable {
    var kind: Kind
    /// The asset id, section or content ids, with the segment or quarter hour. For an error, its message. Empty for
    /// other products.
    var subject: String
  }

  struct Kind: Hashable {
    var product: SentPing.Product
    var type: String
    /// Content or ad in a DCR ping (`c3`): the two are never paired. Empty for other products.
    var stream: String
  }

  init(_ ping: SentPing, order: Int = 0) {
    self.ping = ping
    self.order = order
    time = ping.product == .tsv ? ping.ownTime : ping.madeAt
    let stream = ping.product == .dcr ? ping.plain("c3") ?? "" : ""
    identity = Identity(
      kind: Kind(product: ping.product, type: ping.type ?? "", stream: stream),
      subject: Self.subject(of: ping)
    )
  }

  private static func subject(of ping: SentPing) -> String {
    let credit = ping.credit.map { "\($0.prefix)\($0.number)" } ?? ping.plain("cr") ?? ""
    return switch ping.product {
    case .dcr: "\(ping["ai"] ?? "") \(credit)"
    case .dtvr: "\(ping["ca"] ?? "") \(credit)"
    case .page: "\(ping["asn"] ?? "") \(credit)"
    case .tsv: contentIDs(of: ping["id3"] ?? "")
    case .error: ping["message"] ?? ""
    default: ""
    }
  }

  /// The PC and FD content ids of a tag payload, or `text` if it is not a payload.
  static func contentIDs(of text: String) -> String {
    guard let payload = NielsenPayload(owner: text) else { return text }
    return [payload.pcCID, payload.fdCID].map { $0?.text ?? "-" }.joined(separator: " ")
  }

  /// A description for messages, such as `DTVR duration of segment 2 of FD_…`.
  var words: String {
    let kind = "\(Self.name(of: ping.product)) \(ping.type ?? "ping")"
    let segment =
      ping.credit.map { credit in
        credit.prefix == "Q"
          ? " of quarter hour \(credit.number)"
          : ["V", "I"].contains(credit.prefix) ? "" : " of segment \(credit.number)"
      } ?? ""
    switch ping.product {
    case .dcr:
      let asset = ping.plain("c3") == "a" ? "ad" : "content"
      return "\(kind)\(segment) of \(asset)\(Self.named(ping["ai"]))"
    case .dtvr: return "\(kind)\(segment) of \(ping["ca"] ?? "no content id")"
    case .page: return "\(kind) of page\(Self.named(ping["asn"]))"
    case .error: return "\(kind) '\(ping["message"] ?? "")'"
    default: return kind
    }
  }

  private static func named(_ name: String?) -> String {
    name.flatMap { $0.isEmpty ? nil : " '\($0)'" } ?? " without a name"
  }

  static func name(of product: SentPing.Product) -> String {
    switch product {
    case .dcr: "DCR"
    case .dtvr: "DTVR"
    case .id3: "ID3"
    case .tsv: "time-shift"
    case .session: "app"
    case .page: "static"
    default: product.rawValue
    }
  }
}

extension SentPing {
  package var words: String { ComparedPing(self).words }
}
