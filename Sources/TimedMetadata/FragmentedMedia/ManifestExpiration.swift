import Formats
import ISOMedia

/// An event in media that says up to when versions of its DASH manifest are valid (ISO/IEC 23009-1, 5.10.4).
struct ManifestExpiration: Equatable {
  /// The publish time of the latest version that expires, in Unix seconds; nil where the message has none
  /// that can be read.
  let publishTime: Double?

  private static let scheme = "urn:mpeg:dash:event:2012"
  /// With 1 a player reads the manifest again; with 2 a patch follows in the message, with 3 a manifest.
  private static let values: Set = ["1", "2", "3"]
  /// No time is longer, in bytes.
  private static let longestTime = 64

  /// Nil for any other message.
  init?(_ box: EventMessageBox) {
    guard box.scheme == Self.scheme, Self.values.contains(box.value) else { return nil }
    let text = box.data.prefix(Self.longestTime).prefix { $0 != 0 }
    publishTime = DateTimeText.read(String(decoding: text, as: UTF8.self))?.unixSeconds
  }
}
