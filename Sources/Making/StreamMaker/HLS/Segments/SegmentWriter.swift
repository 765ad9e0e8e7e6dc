/// Makes the segments of one rendition.
protocol SegmentWriter: AnyObject {
  /// The extension of the names of the segments.
  var fileExtension: String { get }

  /// The initialization section, in a file of its own before all segments; nil when there is none, or until
  /// the first segment is made.
  var initialization: [UInt8]? { get }

  /// The bytes of a segment; empty when it holds nothing of the rendition's stream.
  func segment(_ content: SegmentContent) throws -> [UInt8]
}
