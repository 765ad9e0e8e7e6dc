/// Makes the segments of one rendition.
protocol SegmentWriter: AnyObject {
  /// What the names of the segments end with.
  var fileExtension: String { get }

  /// What comes before all segments in a file of its own; nil when there is none, or until the
  /// first segment is made.
  var initialization: [UInt8]? { get }

  /// The bytes of a segment; empty when it holds nothing of the rendition's stream.
  func segment(_ content: SegmentContent) throws -> [UInt8]
}
