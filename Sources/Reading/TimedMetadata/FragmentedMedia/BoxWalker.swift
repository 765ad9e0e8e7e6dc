import Formats
import ISOMedia
import TransportStream

/// Finds the top-level boxes in the bytes that are fed, in order, and returns the payloads of the relevant ones. Other
/// boxes of any size are skipped without being kept.
struct BoxWalker {
  struct Box {
    let type: BoxType
    let position: StreamPosition
    /// The bytes after the header that were read; nil for a skipped box.
    let payload: ArraySlice<UInt8>?
    /// How much of the box arrived before the end of the segment; nil if the box is complete or skipped.
    var cut: BoxCut?
  }

  struct Sample {
    let position: StreamPosition
    let bytes: [UInt8]
    /// The byte range of the sample in the run.
    var place: Range<Int64> { position.distance..<position.distance + Int64(bytes.count) }
  }

  enum Item {
    case box(Box)
    /// A fault in a box. After a box that is too large, reading continues; after any other fault, the rest of the
    /// segment is skipped.
    case fault(BoxFault, StreamPosition)
    /// The segment ends within a skipped box, or within the header of a box.
    case cut(BoxCut, StreamPosition)
    /// The requested samples that one box of media data contains.
    case samples([Sample])
    case end
  }

  private enum State {
    case header
    /// Within a skipped box. `read` bytes of its payload have been read. A box without a size ends with the segment.
    case passing(BoxType, StreamPosition, size: Int64?, read: Int64 = 0)
    /// Within media data that contains requested samples, together with the samples read so far.
    case media(StreamPosition, size: Int64?, start: Int64, [Sample] = [])
    /// After a fault, until the segment ends.
    case broken
  }

  let input = HeldBytes()
  private var state = State.header
  /// The byte ranges, in the run, of the samples to read from the following media data, sorted by position.
  private var wanted: [Range<Int64>] = []

  /// The maximum payload size, in bytes, of boxes that are read; nil for types of boxes that are skipped.
  private static func limit(_ type: BoxType) -> Int64? {
    switch type {
    case .movie, .movieFragment: 16 << 20
    case .eventMessage, .segmentIndex: 1 << 20
    case .fileType, .segmentType: 64 << 10
    default: nil
    }
  }

  mutating func begin(_ segment: SegmentStart) {
    input.begin(segment)
    if !segment.isPart { (state, wanted) = (.header, []) }
  }

  /// Requests the byte ranges to read from the following media data. They replace earlier requests.
  mutating func want(_ samples: [Range<Int64>]) {
    wanted = samples.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  mutating func next() throws(NeedsMoreBytes) -> Item {
    if input.passing > 0, !input.isAtEnd { throw NeedsMoreBytes() }
    switch state {
    case .header: return try readBox()
    case .broken:
      state = .header
      return .end
    case .media(let position, let size, let start, let samples):
      return try readSamples(of: position, size: size, start: start, samples)
    case .passing(let type, let position, let size, let read):
      state = .header
      guard let size else { return try readBox() }
      let passed = read + input.passed
      let limit = Self.limit(type) ?? .max
      if passed < size {
        breakOff()
        guard size > limit else {
          return .cut(BoxCut(type: type, size: size, arrived: passed), position)
        }
        // A size above the limit is wrong, even if the segment ends before the limit.
        return .fault(BoxFault("box \(type) declares \(size) bytes, \(passed) arrived"), position)
      }
      guard size > limit else { return try readBox() }
      return .fault(
        BoxFault("box \(type) has \(size) bytes, but at most \(limit) are read: it is skipped"),
        position
      )
    }
  }

  private mutating func breakOff() {
    state = .broken
    input.pass(.max)
  }

  /// Skips the rest of a box. `read` bytes of its payload have been read.
  private mutating func pass(
    _ type: BoxType,
    _ position: StreamPosition,
    _ size: Int64?,
    read: Int64 = 0
  ) {
    state = .passing(type, position, size: size, read: read)
    input.pass(size.map { $0 - read } ?? .max)
  }

  private mutating func readBox() throws(NeedsMoreBytes) -> Item {
    try input.need(BoxHeader.maximumByteCount)
    guard !input.bytes.isEmpty else { return .end }
    let start = input.position
    let header: BoxHeader
    do throws(BoxFault) {
      let bytes = Array(input.bytes.prefix(BoxHeader.maximumByteCount))
      guard let read = try BoxHeader(bytes[...]) else {
        breakOff()
        return .cut(BoxCut(arrived: Int64(bytes.count)), start)
      }
      header = read
    } catch {
      breakOff()
      return .fault(error, start)
    }
    let (type, size) = (header.type, header.payloadSize)
    guard let limit = Self.limit(type), size ?? 0 <= limit else {
      input.use(header.byteCount)
      if type == .mediaData, !wanted.isEmpty {
        state = .media(start, size: size, start: input.position.distance)
      } else {
        pass(type, start, size)
      }
      // A box that is too large is reported at its end.
      return Self.limit(type) == nil
        ? .box(Box(type: type, position: start, payload: nil)) : try next()
    }
    try input.need(header.byteCount + Int(size ?? limit))
    input.use(header.byteCount)
    let payload = try input.take(Int(size ?? limit))
    var box = Box(type: type, position: start, payload: payload[...])
    guard let size else {
      pass(type, start, nil)
      return .box(box)
    }
    if payload.count < size {
      box.cut = BoxCut(type: type, size: size, arrived: Int64(payload.count))
    }
    return .box(box)
  }

  /// Reads the requested samples within a box of media data. `size` is its payload size in bytes; nil means that it
  /// ends with the segment. Samples in later media data remain requested.
  private mutating func readSamples(
    of box: StreamPosition,
    size: Int64?,
    start: Int64,
    _ known: [Sample]
  ) throws(NeedsMoreBytes) -> Item {
    let (sum, isTooLarge) = start.addingReportingOverflow(size ?? .max)
    let end = isTooLarge ? .max : sum
    var samples = known
    // A sample that starts within an earlier one, or extends beyond the media data, is not returned.
    while let range = wanted.first, range.lowerBound < end {
      let position = input.position
      if range.lowerBound >= position.distance, range.upperBound <= end {
        state = .media(box, size: size, start: start, samples)
        if range.lowerBound > position.distance {
          input.pass(range.lowerBound - position.distance)
          if input.passing > 0 {
            guard input.isAtEnd else { throw NeedsMoreBytes() }
            break
          }
        }
        let place = input.position
        let bytes = try input.take(range.count)
        guard bytes.count == range.count else { break }
        samples.append(Sample(position: place, bytes: bytes))
      }
      wanted.removeFirst()
    }
    wanted.removeAll { $0.lowerBound < end }
    pass(.mediaData, box, size, read: input.position.distance - start)
    return .samples(samples)
  }
}

/// The end of a segment within a box, for example after an interrupted download.
struct BoxCut: Equatable {
  /// The type of the box; nil if the segment ends within its header.
  var type: BoxType?
  /// The declared size of the payload, in bytes.
  var size: Int64 = 0
  /// The number of bytes of the payload that arrived, or of the header if the segment ends within the header.
  var arrived: Int64

  /// A description of the cut for notes, which already name the input or the segment.
  var words: String {
    guard let type else {
      return "ends within the header of a box: \(Decimals.counted(arrived, "byte")) arrived"
    }
    return "ends within box \(type): \(arrived) of \(size) bytes arrived"
  }

  /// Whether the payload contains the letters `moof` or `mdat`. If it does, the declared size of the box is assumed to
  /// be wrong, because the boxes that are read do not contain such boxes.
  static func swallows(_ payload: ArraySlice<UInt8>) -> Bool {
    let types = [BoxType.movieFragment, .mediaData].map { type in
      (0..<4).map { UInt8(truncatingIfNeeded: type.rawValue >> (24 - 8 * $0)) }
    }
    return payload.indices.dropLast(3).contains { start in
      types.contains { payload[start..<start + 4].elementsEqual($0) }
    }
  }
}
