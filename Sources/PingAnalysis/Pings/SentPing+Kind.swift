import Formats

/// What a ping is about: one reading for lints, comparison and rehearsal.
extension SentPing {
  /// Of DCR: about content.
  package var isContent: Bool { product == .dcr && plain("c3") == "c" }
  /// Of DCR: about an ad.
  package var isAd: Bool { product == .dcr && plain("c3") == "a" }
  /// Whether the user had opted out when the ping was made.
  package var isOptedOut: Bool { ["1", "true"].contains(self["uoo"]) }

  /// The app session that it belongs to, one launch of an app; nil where it does not say.
  package var session: String? { plain("sessionId") }
  /// Of DCR: the viewing that it belongs to, of content with its ads; nil where it does not say.
  package var viewing: String? { product == .dcr ? plain("c59") : nil }

  /// `rnd` is new in each ping and stays when it is sent again, as everything does but when and how often it was sent. Nil
  /// without `rnd`: it cannot be distinguished from another one with the same values.
  package var repeatKey: RepeatKey? { plain("rnd") == nil ? nil : RepeatKey(self) }

  /// Whether the ping waited in a queue before it was sent: it can arrive after younger ones.
  var wasQueued: Bool {
    if plain("crs") == "1" { return true }
    if let sent = number("c62"), let made = number("c61"), sent - made > 5 { return true }
    return retries ?? 0 > 0
  }

  /// The number of tries before this one, `sdd`; nil where it says nothing.
  package var retries: Int? {
    (self["sdd"] ?? "").split(separator: "~~").first { $0.hasPrefix("retry,") }
      .flatMap { Int($0.dropFirst(6)) }
  }
}

/// Equal for a ping and the same ping sent again: an app that got no answer does so, and a proxy records both.
package struct RepeatKey: Hashable, Sendable {
  /// Parameters that each attempt to send fills in.
  private static let attempt: Set<String> = ["c62", "sdd", "retry"]

  private let endpoint: String
  private let parameters: [QueryParameter]

  fileprivate init(_ ping: SentPing) {
    endpoint = ping.endpoint
    parameters = ping.parameters.filter { !Self.attempt.contains($0.name) }
  }
}
