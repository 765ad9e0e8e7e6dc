import Formats

/// Resolving the references of a playlist against its own address.
public enum URIResolution {
  /// The URI that `reference` means in a document at `base` (RFC 3986, section 5.2, strict).
  ///
  ///     URIResolution.resolve("../audio/1.aac?x=2", against: "https://example.com/hls/video/a.m3u8")
  ///     // https://example.com/hls/audio/1.aac?x=2
  ///
  /// Works for every hierarchical scheme (`http`, `https`, `file`) and for a `base` that is a path
  /// without scheme. Never fails: a reference that is not a URI gives a text that no resource has.
  /// Existing percent-encoding stays as it is; characters that a URI may not hold, spaces
  /// among them, are percent-encoded as UTF-8.
  public static func resolve(_ reference: String, against base: String) -> String {
    URIReference.resolve(reference, against: base)
  }
}
