/// The meaning of `scheme_id_uri` for the carriage of ID3 in event messages.
enum MessageScheme: Equatable {
  /// The scheme of AOMediaCodec/id3-emsg, which requires version 1.
  case aomedia
  /// Nielsen in DASH: the whole tag, mostly in version 0.
  case nielsen
  /// Any other: one that players knew before, or one not meant for ID3.
  case other

  init(_ uri: String) {
    switch uri {
    case "https://aomedia.org/emsg/ID3": self = .aomedia
    case "www.nielsen.com:id3:v1": self = .nielsen
    default: self = .other
    }
  }

  /// Schemes that say ID3, although players ignore them or should.
  private static let old = [
    "https://developer.apple.com/streaming/emsg-id3", "http://www.id3.org/",
  ]

  /// Whether messages of the scheme are expected to hold ID3.
  static func isForID3(_ uri: String) -> Bool { Self(uri) != .other || old.contains(uri) }
}
