/// The bytes of a run of media with their position in it. Every read checks for cancellation by the
/// caller, and reports its progress.
final class MediaInput {
  let options: ReaderOptions
  private let chunks: ChunkReader
  /// Offset of the first byte in view in the run, over all its parts.
  private(set) var offset: Int64 = 0

  /// Reads what `chunks` has left, which is the run.
  init(_ chunks: ChunkReader, options: ReaderOptions) {
    self.chunks = chunks
    self.options = options
  }

  var name: String { chunks.source.name }
  /// The bytes read and not used.
  var bytes: UnsafeRawBufferPointer { chunks.bytes }
  /// A description of the missing part of the input before the current part; nil: no part is known to be
  /// missing.
  var hole: String? { chunks.source.hole }
  /// Whether the part has ended; the bytes in view are then its last.
  var isAtEnd: Bool { chunks.isAtEnd }
  /// Bytes read from the source.
  var byteCount: Int64 { chunks.byteCount }

  /// Marks the first `count` bytes in view as used.
  func use(_ count: Int) {
    let used = min(count, bytes.count)
    chunks.use(used)
    offset += Int64(used)
  }

  /// Reads once. Returns false at the end of the part, or when more than 1 MiB is in view.
  /// - Throws: `cannotRead`, `cancelled`.
  @discardableResult
  func readMore() throws(TimedMetadataError) -> Bool {
    if options.isCancelled() {
      throw TimedMetadataError.interrupted(input: name)
    }
    let hasRead = try chunks.readMore()
    options.progress(chunks.byteCount, chunks.source.size)
    return hasRead
  }

  /// Reads until `count` bytes are in view; false when there are fewer. At most 1 MiB.
  @discardableResult
  func fill(to count: Int) throws(TimedMetadataError) -> Bool {
    while bytes.count < count, try readMore() {}
    return bytes.count >= count
  }

  /// Takes the ID3 tag that begins with the first byte in view, see `ChunkReader.takeTag()`.
  func takeTag() throws(TimedMetadataError) -> [UInt8]? {
    let tag = try chunks.takeTag()
    offset += Int64(tag?.count ?? 0)
    return tag
  }

  /// Skips bytes of the part without keeping them.
  func skip(_ count: Int) throws(TimedMetadataError) {
    var left = count
    while left > 0 {
      let step = min(left, bytes.count)
      use(step)
      left -= step
      if left > 0, try !readMore() { return }
    }
  }

  /// Continues with the next part of the run; false: there is none.
  func beginNextPart() throws(TimedMetadataError) -> Bool {
    use(bytes.count)
    return try chunks.beginNextPart()
  }
}
