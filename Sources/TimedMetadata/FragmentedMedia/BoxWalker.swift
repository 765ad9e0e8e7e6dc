import ISOMedia

/// Goes from one top-level box to the next and brings the payload of those that matter. All others
/// are passed over without being kept, whatever their size.
struct BoxWalker {
  /// A top-level box.
  struct Box {
    let type: BoxType
    /// Where it starts in the run.
    let offset: Int64
    /// The bytes behind its header; nil for a box that is passed over.
    let payload: ArraySlice<UInt8>?
    /// Bytes that it declares and the part does not have.
    var missing: Int64 = 0
  }

  enum Item {
    case box(Box)
    /// The part is broken here; the rest of it is passed over.
    case fault(BoxFault, offset: Int64)
    /// The part has ended.
    case end
  }

  private enum State {
    case header
    /// Behind the header of a box that is passed over; nil: it goes to the end.
    case passing(BoxType, offset: Int64, left: Int64?)
    /// Behind a fault.
    case broken
  }

  private let chunks: ChunkReader
  private let options: ReaderOptions
  private var state = State.header
  /// Where the next byte stands in the run.
  private var offset: Int64

  /// Reads what `chunks` has left; its next byte stands at `startOffset` of the run.
  init(_ chunks: ChunkReader, options: ReaderOptions, startOffset: Int64) {
    self.chunks = chunks
    self.options = options
    offset = startOffset
  }

  /// The largest payload of a type that is read; nil for types that are passed over.
  private static func limit(_ type: BoxType) -> Int64? {
    switch type {
    case .movie, .movieFragment: 16 << 20
    case .eventMessage, .segmentIndex: 1 << 20
    case .fileType, .segmentType: 64 << 10
    default: nil
    }
  }

  /// The next box, fault or end of a part.
  mutating func next() throws(TimedMetadataError) -> Item {
    switch state {
    case .header:
      return try readBox()
    case .broken:
      try pass(nil)
      state = .header
      return .end
    case .passing(let type, let start, let left):
      let passed = try pass(left)
      state = .header
      guard let left else { return try readBox() }
      if passed < left {
        state = .broken
        return .fault(
          BoxFault("box \(type) declares \(left) bytes, \(passed) arrived"),
          offset: start
        )
      }
      guard let limit = Self.limit(type), left > limit else { return try readBox() }
      return .fault(
        BoxFault("box \(type) has \(left) bytes, at most \(limit) are read: skipped"),
        offset: start
      )
    }
  }

  /// Goes on with the next part.
  mutating func beginNextPart() throws(TimedMetadataError) -> Bool {
    state = .header
    return try chunks.beginNextPart()
  }

  private mutating func readBox() throws(TimedMetadataError) -> Item {
    while chunks.bytes.count < BoxHeader.maximumByteCount, try readMore() {}
    guard !chunks.bytes.isEmpty else { return .end }
    let start = offset
    let header: BoxHeader
    do throws(BoxFault) {
      let bytes = Array(chunks.bytes.prefix(BoxHeader.maximumByteCount))
      guard let read = try BoxHeader(bytes[...]) else {
        throw BoxFault("\(bytes.count) bytes after the last box")
      }
      header = read
    } catch {
      state = .broken
      return .fault(error, offset: start)
    }
    use(header.byteCount)
    state = .passing(header.type, offset: start, left: header.payloadSize)
    guard let limit = Self.limit(header.type) else {
      return .box(Box(type: header.type, offset: start, payload: nil))
    }
    // What is wrong with so large a box is known at its end.
    if let size = header.payloadSize, size > limit { return try next() }
    let payload = try read(header.payloadSize ?? limit)
    var box = Box(type: header.type, offset: start, payload: payload[...])
    guard let size = header.payloadSize else {
      state = .passing(header.type, offset: start, left: nil)
      return .box(box)
    }
    box.missing = size - Int64(payload.count)
    state = .header
    return .box(box)
  }

  /// Up to `size` bytes; fewer only at the end of the part.
  private mutating func read(_ size: Int64) throws(TimedMetadataError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < size {
      if chunks.bytes.isEmpty, try !readMore() { break }
      let count = min(chunks.bytes.count, Int(size) - bytes.count)
      bytes += chunks.bytes.prefix(count)
      use(count)
    }
    return bytes
  }

  /// Passes over so many bytes, or over all that are left of the part. Returns how many there were.
  @discardableResult
  private mutating func pass(_ size: Int64?) throws(TimedMetadataError) -> Int64 {
    let size = size ?? .max
    var passed: Int64 = 0
    while passed < size {
      if chunks.bytes.isEmpty, try !readMore() { break }
      let count = Int(min(Int64(chunks.bytes.count), size - passed))
      use(count)
      passed += Int64(count)
    }
    return passed
  }

  private mutating func use(_ count: Int) {
    chunks.use(count)
    offset += Int64(count)
  }

  private func readMore() throws(TimedMetadataError) -> Bool {
    if options.isCancelled() { throw .interrupted(input: chunks.source.name) }
    let isMore = try chunks.readMore()
    options.progress(chunks.byteCount, chunks.source.size)
    return isMore
  }
}
