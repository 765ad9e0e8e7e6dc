import ID3

/// The ID3 tags that some packagers put in front of the first packet of a transport stream. They are
/// delivered like the tags of packed audio: at the time of the start.
struct LeadingTags {
  /// Larger tags in front of a stream are not read: 1 MiB.
  static let maximumTagSize = ChunkReader.carryCapacity

  /// Tags delivered.
  private(set) var count = 0
  /// Bytes used.
  private(set) var byteCount: Int64 = 0
  private var pendingTag: TimedTag?
  private let options: ReaderOptions

  init(options: ReaderOptions) { self.options = options }

  /// The next tag, with a note in front of the first; nil when no further tag stands at the start.
  mutating func next(from chunks: ChunkReader) throws(TimedMetadataError) -> TimedMetadataEvent? {
    if let tag = pendingTag {
      pendingTag = nil
      return .tag(tag)
    }
    try chunks.fill(to: ID3Header.byteCount)
    guard let header = ID3Header(chunks.bytes.prefix(ID3Header.byteCount)),
      header.tagSize <= Self.maximumTagSize
    else { return nil }
    try chunks.fill(to: header.tagSize)
    guard chunks.bytes.count >= header.tagSize else { return nil }
    var tag = TimedTag(
      carriage: .packedAudio,
      offset: byteCount,
      time: 0,
      bytes: Array(chunks.bytes.prefix(header.tagSize)),
      tag: nil,
      nielsen: nil,
      notes: [.leadingID3]
    )
    tag.parse()
    chunks.use(header.tagSize)
    count += 1
    let offset = byteCount
    byteCount += Int64(header.tagSize)
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
