import ISOMedia

/// Reads one top-level box after the other and returns the payload of those that matter. All others
/// are skipped without being kept, at any size.
struct BoxWalker {
  /// A top-level box.
  struct Box {
    let type: BoxType
    /// Where it starts in the run.
    let offset: Int64
    /// The bytes after its header; nil for a box that is skipped.
    let payload: ArraySlice<UInt8>?
    /// Where the part ends within it.
    var cut: BoxCut?
  }

  /// Bytes of media data.
  struct Sample {
    /// Where they start in the run.
    let offset: Int64
    let bytes: [UInt8]
    /// Where they are in the run.
    var place: Range<Int64> { offset..<offset + Int64(bytes.count) }
  }

  enum Item {
    case box(Box)
    /// The part is broken here; the rest of it is skipped.
    case fault(BoxFault, offset: Int64)
    /// The part ends within a box that is skipped.
    case cut(BoxCut, offset: Int64)
    /// Samples that were asked for, as far as the media data holds them.
    case samples([Sample])
    /// The part has ended.
    case end
  }

  private enum State {
    case header
    /// After the header of a box that is skipped; nil: it ends with the part.
    case passing(BoxType, offset: Int64, left: Int64?, passed: Int64 = 0)
    /// After the header of media data that holds samples to be read.
    case media(offset: Int64, left: Int64?)
    /// After a fault.
    case broken
  }

  private let chunks: ChunkReader
  private let options: ReaderOptions
  private var state = State.header
  /// The samples to be read of the media data that follows, in order of their places in the run.
  private var wanted: [Range<Int64>] = []
  /// Offset of the next byte in the run.
  private(set) var offset: Int64

  /// Reads what `chunks` has left; its next byte is at `startOffset` of the run.
  init(_ chunks: ChunkReader, options: ReaderOptions, startOffset: Int64) {
    self.chunks = chunks
    self.options = options
    offset = startOffset
  }

  /// The largest payload of a type that is read; nil for types that are skipped.
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
    case .media(let start, let left):
      let first = offset
      let samples = try readSamples(before: left)
      state = .passing(.mediaData, offset: start, left: left, passed: offset - first)
      return .samples(samples)
    case .passing(let type, let start, let left, let before):
      let passed = before + (try pass(left.map { $0 - before }))
      state = .header
      guard let left else { return try readBox() }
      if passed < left {
        state = .broken
        let limit = Self.limit(type) ?? .max
        guard left > limit else {
          return .cut(BoxCut(type: type, size: left, arrived: passed), offset: start)
        }
        // A size that no such box has is wrong, even where the part ends early.
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

  /// Reads these bytes of the run from the media data that follows, instead of those asked for before.
  mutating func want(_ samples: [Range<Int64>]) {
    wanted = samples.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// Continues with the next part.
  mutating func beginNextPart() throws(TimedMetadataError) -> Bool {
    (state, wanted) = (.header, [])
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
        state = .broken
        return .cut(BoxCut(arrived: Int64(bytes.count)), offset: start)
      }
      header = read
    } catch {
      state = .broken
      return .fault(error, offset: start)
    }
    use(header.byteCount)
    state =
      header.type == .mediaData && !wanted.isEmpty
      ? .media(offset: start, left: header.payloadSize)
      : .passing(header.type, offset: start, left: header.payloadSize)
    guard let limit = Self.limit(header.type) else {
      return .box(Box(type: header.type, offset: start, payload: nil))
    }
    // Errors in a box of this size are known at its end.
    if let size = header.payloadSize, size > limit { return try next() }
    let payload = try read(header.payloadSize ?? limit)
    var box = Box(type: header.type, offset: start, payload: payload[...])
    guard let size = header.payloadSize else {
      state = .passing(header.type, offset: start, left: nil)
      return .box(box)
    }
    if payload.count < size {
      box.cut = BoxCut(type: header.type, size: size, arrived: Int64(payload.count))
    }
    state = .header
    return .box(box)
  }

  /// The samples within the next bytes of media data; nil: all that are left of the part. Samples of
  /// further media data continue to wait.
  private mutating func readSamples(before size: Int64?) throws(TimedMetadataError) -> [Sample] {
    let (sum, isTooLarge) = offset.addingReportingOverflow(size ?? .max)
    let end = isTooLarge ? .max : sum
    var samples: [Sample] = []
    let asked = wanted
    wanted = asked.filter { $0.lowerBound >= end }
    // Samples that overlap, or reach out of the media data, are not there for their readers.
    for range in asked where range.lowerBound >= offset && range.upperBound <= end {
      try pass(range.lowerBound - offset)
      let bytes = try read(range.upperBound - range.lowerBound)
      guard bytes.count == range.upperBound - range.lowerBound else { break }
      samples.append(Sample(offset: range.lowerBound, bytes: bytes))
    }
    return samples
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

  /// Skips up to this many bytes, or all that are left of the part. Returns how many there were.
  @discardableResult
  private mutating func pass(_ size: Int64?) throws(TimedMetadataError) -> Int64 {
    let size = size ?? .max
    var passed: Int64 = 0
    while passed < size {
      if chunks.bytes.isEmpty {
        let skipped = chunks.skip(size - passed, surplus: passed)
        offset += skipped
        passed += skipped
        if passed == size { break }
        guard try readMore() else { break }
      }
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
