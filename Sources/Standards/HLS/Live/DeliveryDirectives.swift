import Formats

/// The directives of a client in the query of a playlist's address (rfc8216bis, section 6.2.5).
public struct DeliveryDirectives: Sendable, Hashable {
  /// The parts that a delta update can leave out.
  public enum Skip: String, Sendable, Hashable {
    /// Older segments.
    case segments = "YES"
    /// Older segments and date ranges.
    case segmentsAndDateRanges = "v2"
  }

  /// The prefix of the names of all directives; it is reserved for them.
  private static let prefix = "_HLS_"

  /// `_HLS_msn`: answer when the segment of this number is there.
  public var mediaSequenceNumber: Int?
  /// `_HLS_part`: answer when this part of that segment is there. Means nothing alone.
  public var part: Int?
  /// `_HLS_skip`: answer with a delta update.
  public var skip: Skip?

  /// Makes directives with the given parts.
  public init(mediaSequenceNumber: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
    self.mediaSequenceNumber = mediaSequenceNumber
    self.part = part
    self.skip = skip
  }

  /// The address with the directives in its query; directives that are there are taken out.
  public func applied(to uri: String) -> String {
    var reference = URIReference(uri)
    var parameters = URIQuery(of: uri).parameters
      .filter { !URIQuery.name(of: $0).hasPrefix(Self.prefix) }
      .map(String.init)
    if let mediaSequenceNumber {
      parameters.append("\(Self.prefix)msn=\(mediaSequenceNumber)")
      if let part { parameters.append("\(Self.prefix)part=\(part)") }
    }
    if let skip { parameters.append("\(Self.prefix)skip=\(skip.rawValue)") }
    reference.query = parameters.isEmpty ? nil : parameters.joined(separator: "&")
    return reference.text
  }
}
