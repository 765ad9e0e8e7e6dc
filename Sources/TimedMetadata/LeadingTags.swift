/// The ID3 tags that some packagers put before the first packet of a transport stream. They are
/// delivered like the tags of packed audio: at the time of the start.
package struct LeadingTags {
  /// Tags delivered.
  private(set) var count = 0
  /// Bytes used.
  package private(set) var byteCount: Int64 = 0
  private var pendingTag: TimedTag?
  private let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// The next tag, with a note before the first; nil when no further tag is at the start.
  package mutating func next(from chunks: ChunkReader) throws(TimedMetadataError)
    -> TimedMetadataEvent?
  {
    if let tag = pendingTag {
      pendingTag = nil
      return .tag(tag)
    }
    guard let bytes = try chunks.takeTag() else { return nil }
    var tag = TimedTag(
      carriage: .packedAudio,
      offset: byteCount,
      time: 0,
      bytes: bytes,
      tag: nil,
      nielsen: nil,
      notes: [.leadingID3]
    )
    tag.parse()
    count += 1
    let offset = byteCount
    byteCount += Int64(bytes.count)
    if options.program != nil || options.pid != nil {
      return try next(from: chunks)
    }
    guard count == 1 else { return .tag(tag) }
    pendingTag = tag
    return .note(
      StreamNote(
        id: .leadingID3,
        offset: offset,
        detail: "ID3 tag before the first transport stream packet"
      )
    )
  }
}
