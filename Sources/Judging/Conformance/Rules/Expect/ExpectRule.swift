import NielsenTag
import TimedMetadata

/// A rule that compares a stream with the template of its channel. Without a template it is not assessed,
/// nor where the template leaves its value out.
protocol ExpectRule: Rule {}

extension ExpectRule {
  /// Where templates come from.
  static var templateSource: String { "the template of --expect" }
}

/// The time at which a tag was made, where known: by its own clock, else by that of the stream.
extension CheckedTag {
  var dateOfCIDs: Int64? {
    if let blob = trustedBlob { return blob.lastTagTime }
    return tag.wallClock.flatMap { Int64(exactly: $0.rounded(.down)) }
  }
}

extension Words {
  /// Texts of somebody else's in quotation marks; of many the first.
  static func alternatives(_ texts: [String]) -> String {
    let longest = 3
    let named = texts.prefix(longest).map(quoted).joined(separator: ", ")
    return texts.count > longest ? "\(named) and \(texts.count - longest) more" : named
  }
}
