/// Reads a transport stream in one piece, with ID3 tags that can come before its first packet.
final class TransportStreamFileReader: MediaReader {
  private let chunks: ChunkReader
  private let options: ReaderOptions
  private var leading: LeadingTags
  private var stream: TransportStreamReader?

  init(_ chunks: ChunkReader, options: ReaderOptions) {
    self.chunks = chunks
    self.options = options
    leading = LeadingTags(options: options)
  }

  func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    if stream == nil {
      if let event = try leading.next(from: chunks) { return event }
      stream = TransportStreamReader(chunks, options: options, startOffset: leading.byteCount)
    }
    return try stream?.next()
  }

  var hasMedia: Bool { stream?.hasMedia ?? (leading.count > 0) }

  func origin(ofProgram program: Int?) -> MediaOrigin? { stream?.origin(ofProgram: program) }

  var reachedTime: Double? { stream?.reachedTime }

  var summary: InputSummary {
    stream?.summary ?? InputSummary(duration: nil, streams: [], byteCount: chunks.byteCount)
  }
}
