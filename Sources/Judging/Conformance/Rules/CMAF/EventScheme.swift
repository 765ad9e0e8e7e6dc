import TimedMetadata

/// Facts about `scheme_id_uri` and `value` of event messages that carry ID3.
enum EventScheme {
  /// AOMediaCodec/id3-emsg.
  static let aomedia = "https://aomedia.org/emsg/ID3"
  /// Nielsen in DASH.
  static let nielsen = "www.nielsen.com:id3:v1"
  /// The form of Apple's before AOM's.
  static let apple = "https://developer.apple.com/streaming/emsg-id3"
  /// Written by some packagers around tags.
  static let id3 = "http://www.id3.org/"

  /// Whether a scheme is meant for ID3, known or misspelled.
  static func isForID3(_ scheme: String) -> Bool {
    let lower = scheme.lowercased()
    return lower.contains("id3") || lower.contains("nielsen")
  }

  /// The verdict about a pair of both.
  enum Verdict: Equatable {
    case known
    /// Of a scheme that was used before.
    case old
    /// A known scheme with another value than any that is known.
    case unknownValue(expected: String)
    case unknown
  }

  static func verdict(_ message: EventMessage) -> Verdict {
    switch message.scheme {
    case aomedia:
      // AWS writes 0; GPAC the scheme itself, or Nielsen's.
      ["", "0", aomedia, nielsen].contains(message.value) ? .known : .unknownValue(expected: "\"\"")
    case nielsen: message.value == "1" ? .known : .unknownValue(expected: "\"1\"")
    case apple, id3: .old
    default: .unknown
    }
  }
}
