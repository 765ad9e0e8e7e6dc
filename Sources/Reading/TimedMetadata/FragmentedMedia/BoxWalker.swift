import Formats
import ISOMedia
import TransportStream

/// Finds one top-level box after the other in the bytes that are fed, and gives the payload of those that matter. All others
/// are passed over without being kept, at any size.
struct BoxWalker {
  /// A top-level box.
  struct Box {
    let type: BoxType
    let position: StreamPosition
    /// The bytes after its header; nil for a box that is skipped.
    let payload: ArraySlice<UInt8>?
    /// Where the segment ends within it.
    var cut: BoxCut?
  }

  /// Bytes of media data.
  struct Sample {
    let position: StreamPosition
    let bytes: [UInt8]
    /// Where they are in the run.
    var place: Range<Int64> { position.distance..<position.distance + Int64(bytes.count) }
  }

  enum Item {
    case box(Box)
    /// The segment is broken here; the rest of it is skipped.
    case fault(BoxFault, StreamPosition)
    /// The segment ends within a box that is skipped.
    case cut(BoxCut, StreamPosition)
    /// Samples that were asked for, as far as the media data holds them.
    case samples([Sample])
    /// The segment has ended.
    case end
  }

  private enum State {
    case header
    /// After the header of a box that is skipped; nil: it ends with the segment. Some of its bytes were read.
    case passing(BoxType, StreamPosition, size: Int64?, read: Int64 = 0)
    /// After the header of media data that holds samples to be read, and those that have been.
    case media(StreamPosition, size: Int64?, start: Int64, [Sample] = [])
    /// After a fault.
    case broken
  }

  let input = HeldBytes()
  private var state = State.header
  /// The samples to be read of the media data that follows, in order of their places in the run.
  private var wanted: [Range<Int64>] = []

  /// The largest payload of a type that is read; nil for types that are skipped.
  private static func limit(_ type: BoxType) -> Int64? {
    switch type {
    case .movie, .movieFragment: 16 << 20
    case .eventMessage, .segmentIndex: 1 << 20
    case .fileType, .segmentType: 64 << 10
    default: nil
    }
  }

  /// A segment begins.
  mutating func begin(_ segment: SegmentStart) {
    input.begin(segment)
    if !segment.isPart { (state, wanted) = (.header, []) }
  }

  /// Reads these bytes of the run from the media data that follows, instead of those asked for before.
  mutating func want(_ samples: [Range<Int64>]) {
    wanted = samples.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// The next box, fault or end of the segment.
  mutating func next() throws(NeedsMoreBytes) -> Item {
    if input.passing > 0, !input.isAtEnd { throw NeedsMoreBytes() }
    switch state {
    case .header:
      return try readBox()
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
        // A size that no such box has is wrong, even where the segment ends early.
        return .fault(BoxFault("box \(type) declares \(size) bytes, \(passed) arrived"), position)
      }
      guard size > limit else { return try readBox() }
      return .fault(
        BoxFault("box \(type) has \(size) bytes, at most \(limit) are read: skipped"),
        position
      )
    }
  }

  /// Nothing more is read of the segment.
  private mutating func breakOff() {
    state = .broken
    input.pass(.max)
  }

  /// Passes over the bytes of a box, of which some were read.
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
      // Errors in a box that is too large are known at its end.
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

  /// The samples within media data of this size; nil: all that is left of the segment. Samples of further media data
  /// continue to wait.
  private mutating func readSamples(
    of box: StreamPosition,
    size: Int64?,
    start: Int64,
    _ known: [Sample]
  ) throws(NeedsMoreBytes) -> Item {
    let (sum, isTooLarge) = start.addingReportingOverflow(size ?? .max)
    let end = isTooLarge ? .max : sum
    var samples = known
    // Samples that overlap, or reach out of the media data, are not there for their readers.
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

/// The end of a part within a box, as a download leaves it that was broken off.
struct BoxCut: Equatable {
  /// Nil where the part ends within the header of the box.
  var type: BoxType?
  /// Bytes after the header that the box declares.
  var size: Int64 = 0
  /// Bytes of the box that the part has: after the header, or of the header.
  var arrived: Int64

  /// A description, without the name of the input or segment.
  var words: String {
    guard let type else {
      return "ends within the header of a box: \(Decimals.counted(arrived, "byte")) arrived"
    }
    return "ends within box \(type): \(arrived) of \(size) bytes arrived"
  }

  /// Whether what arrived holds boxes that no such box has: then its size is wrong, and nothing is cut.
  static func swallows(_ payload: ArraySlice<UInt8>) -> Bool {
    let types = [BoxType.movieFragment, .mediaData].map { type in
      (0..<4).map { UInt8(truncatingIfNeeded: type.rawValue >> (24 - 8 * $0)) }
    }
    return payload.indices.dropLast(3).contains { start in
      types.contains { payload[start..<start + 4].elementsEqual($0) }
    }
  }
}
