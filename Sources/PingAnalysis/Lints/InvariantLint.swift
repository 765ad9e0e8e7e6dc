/// The conditions inside one ping: the invariants of `ping-fields.json`, by their ids.
enum InvariantLint {
  /// How a ping breaks an invariant.
  struct Broken: Sendable {
    var field: String?
    var message: String

    init(_ field: String?, _ message: String) {
      self.field = field
      self.message = message
    }
  }

  typealias Check = @Sendable (SentPing) -> Broken?

  /// All of them. The dictionary says for which products each holds, and how bad breaking it is.
  static let all: [String: Check] =
    identities.merging(times) { first, _ in first }.merging(credits) { first, _ in first }
    .merging(wholes) { first, _ in first }

  /// The whole ping.
  private static let wholes: [String: Check] = [
    "opted-out-is-blank": { ping in
      guard ping.isOptedOut else { return nil }
      let names = ["c9", "c1", "hem_sha256", "hem_sha1", "hem_md5", "hem_unknown"]
      guard let name = names.first(where: { ping.plain($0) != nil }) else { return nil }
      return Broken(name, "\(name) has a value although the user opted out (uoo)")
    },
    "double-encoding": { ping in
      // URLs inside of pings are encoded twice with good reason.
      let urls: Set = ["c66", "si"]
      let encoded = ping.parameters.first { parameter in
        !urls.contains(parameter.name) && parameter.value.isPercentEncoded
      }
      return encoded.map {
        Broken($0.name, "still percent-encoded after decoding once: \($0.name) was encoded twice")
      }
    },
    "url-length": { ping in
      let length = ping.url.utf8.count
      guard length > 2048 else { return nil }
      return Broken(nil, "the URL has \(length) bytes: some networks cut at 2048")
    },
  ]
}

extension String {
  /// Whether a percent sign with two hexadecimal digits is in it.
  package var isPercentEncoded: Bool {
    split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains {
      $0.prefix(2).count { $0.isASCII && $0.isHexDigit } == 2
    }
  }
}
