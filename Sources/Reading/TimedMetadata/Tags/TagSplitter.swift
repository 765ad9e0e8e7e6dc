import Formats
import NielsenTag
import TransportStream

/// Splits the PES payloads of one PID into tags: several tags in one payload, or one tag in several payloads. As much
/// as possible of a damaged tag is read.
struct TagSplitter {
  /// A tag, complete or damaged.
  struct Found {
    var bytes: [UInt8]
    var pts: Int64?
    /// The PES packets in which the tag starts and ends.
    var pes: MetadataPES
    var lastPES: MetadataPES
    var notes: [NoteID]
    var transport = TransportFacts()
    /// Whether the bytes are only a Nielsen payload, without the ID3 tag around it.
    var isBarePayload = false
    /// Bytes after the tag that belong to no tag.
    var trailing: TrailingBytes?
  }

  enum Result {
    case tag(Found)
    /// A note, and the PES packet that it is about.
    case note(StreamNote, MetadataPES)
  }

  /// The maximum size, in bytes, of a tag that is assembled from several payloads: 4 MiB.
  static let maximumTagSize = 4 << 20

  struct Pending {
    var tag: Found
    /// The declared size; nil while the header of the tag is incomplete.
    var size: Int?
    var isIncomplete: Bool
    /// Whether packets are missing after the PES packet in which the tag starts.
    var isBeforeGap = false

    /// Whether packets are missing in the PES packet in which the tag starts, or after it.
    var hasGap: Bool { tag.pes.hasGap || isBeforeGap }
  }

  var pending: Pending?
  /// The number of tags that were found in packets of the PID.
  private(set) var tagCount = 0
  var latest = LatestPES()

  mutating func events(_ results: [Result]) -> [ParsedEvent] {
    results.map { result in
      switch result {
      case .note(let note, let pes): return ParsedEvent(.note(note), in: pes.position.segment)
      case .tag(let found):
        tagCount += 1
        return ParsedEvent(
          .tag(TimedTag(found)),
          in: found.pes.position.segment,
          to: found.lastPES.lastPosition.segment
        )
      }
    }
  }

  /// Processes the next payload, and returns its tags and notes.
  mutating func append(_ piece: PESPayload) -> [ParsedEvent] {
    latest.receive(piece)
    var results: [Result] = []
    var found = Found(bytes: [], pts: piece.pts, pes: piece.pes, lastPES: piece.pes, notes: [])
    found.transport = TransportFacts(piece)
    if !piece.continuesPES { found.notes = Self.headerNotes(piece, found.transport) }
    var body = piece.bytes[...]
    if !piece.continuesPES, let header = piece.pes.header, !header.tagBytes.isEmpty {
      body = header.tagBytes + body
      found.notes.append(.pesPayloadStart)
      results.append(note(.pesPayloadStart, found, Self.coveredTag(header)))
    }
    if TagScanner.header(body) == nil,
      piece.pes.header?.streamID == PESHeader.metadataStream
        || TagScanner.header(body.dropFirst(AccessUnitCells.headerSize)) != nil,
      let unwrapped = AccessUnitCells.unwrap(body)
    {
      body = unwrapped[...]
      found.notes.append(.pesCells)
    }

    if let waiting = pending {
      pending = nil
      guard let joined = Self.join(waiting, body, of: piece) else {
        results += giveUp(waiting)
        return events(results + split(body, from: found, isIncomplete: piece.isIncomplete))
      }
      if let size = joined.size, size > Self.maximumTagSize {
        return events(results + giveUp(joined))
      }
      guard let size = joined.size, joined.tag.bytes.count >= size else {
        pending = joined
        return events(results)
      }
      found = joined.tag
      found.lastPES = piece.pes
      body = joined.tag.bytes[...]
      // Only a tag that does not fit into a single PES packet may be split (Apple, 2.4).
      if found.transport.pesCount > 1, size <= Int(UInt16.max) {
        found.notes.append(.pesSplitTag)
      }
    }
    return events(results + split(body, from: found, isIncomplete: piece.isIncomplete))
  }

  /// Appends a payload to the waiting tag; nil if it does not continue the tag.
  private static func join(
    _ waiting: Pending,
    _ body: ArraySlice<UInt8>,
    of piece: PESPayload
  ) -> Pending? {
    guard !waiting.isIncomplete, !waiting.hasGap else { return nil }
    if piece.pts != nil, !piece.continuesPES, startsTag(body) { return nil }
    var joined = waiting
    joined.tag.bytes += body
    joined.isIncomplete = piece.isIncomplete
    if joined.size == nil {
      let bytes = joined.tag.bytes[...]
      joined.size = TagScanner.header(bytes)?.tagSize
      guard joined.size != nil || TagScanner.isHead(bytes) else { return nil }
    }
    if !piece.continuesPES {
      joined.tag.transport.pesCount += 1
      if piece.pes.header?.isAligned == true {
        joined.tag.transport.isContinuationAligned = true
      }
    }
    return joined
  }

  /// Whether a tag starts in `body`. One or two bytes of a header are not enough to decide.
  private static func startsTag(_ body: ArraySlice<UInt8>) -> Bool {
    TagScanner.header(body) != nil
      || body.count >= TagEnvelope.fileID.count && TagScanner.isHead(body)
  }

  // MARK: - One payload

  private mutating func split(
    _ body: ArraySlice<UInt8>,
    from origin: Found,
    isIncomplete: Bool
  ) -> [Result] {
    var origin = origin
    var results: [Result] = []
    func tag(_ bytes: some Sequence<UInt8>, _ notes: NoteID...) -> Found {
      var tag = origin
      tag.bytes = Array(bytes)
      tag.notes += notes
      origin.transport.tagsInFront += 1
      origin.transport.leadingBytes = 0
      origin.transport.pesCount = 1
      origin.transport.isContinuationAligned = false
      return tag
    }
    for element in TagScanner(body) {
      switch element {
      case .gap(let count):
        let bytes = Decimals.counted(count, "byte")
        results.append(note(.pesPayloadStart, origin, "\(bytes) before \"ID3\""))
        origin.notes.append(.pesPayloadStart)
        origin.transport.leadingBytes = count
      case .tag(let bytes): results.append(.tag(tag(bytes)))
      case .cut(let bytes, let declaredSize):
        let next = Pending(tag: tag(bytes), size: declaredSize, isIncomplete: isIncomplete)
        if declaredSize <= Self.maximumTagSize {
          pending = next
        } else {
          results += giveUp(next)
        }
      case .head(let bytes):
        pending = Pending(tag: tag(bytes), size: nil, isIncomplete: isIncomplete)
      case .trailing(let bytes): Self.note(bytes, behindLastOf: &results)
      case .restored(let bytes):
        var restored = tag(bytes, .recoveredHeader, .strippedHeader)
        restored.transport.restoredBytes = HeaderRecovery.missingBytes(in: body)
        results.append(.tag(restored))
      case .payload(let bytes):
        var bare = tag(bytes, .tagTruncated)
        bare.isBarePayload = true
        results.append(.tag(bare))
      case .unknown(let bytes): results.append(note(.otherData, origin, Self.otherData(bytes)))
      }
    }
    if results.isEmpty, pending == nil, body.allSatisfy({ $0 == 0 }) {
      let words =
        body.isEmpty
        ? "empty PES"
        : "PES with \(body.count) zero \(body.count == 1 ? "byte" : "bytes") "
          + "(older ExoPlayer versions stop at it)"
      results.append(note(.pesEmpty, origin, words))
    }
    return Self.marked(results)
  }

  private static func note(_ bytes: ArraySlice<UInt8>, behindLastOf results: inout [Result]) {
    guard case .tag(var found) = results.last else { return }
    found.notes.append(.tagTrailingBytes)
    found.trailing = TrailingBytes(bytes)
    results[results.count - 1] = .tag(found)
  }

  private static func marked(_ results: [Result]) -> [Result] {
    let count = results.count { if case .tag = $0 { true } else { false } }
    guard count > 1 else { return results }
    return results.map { result in
      guard case .tag(var found) = result else { return result }
      found.notes.append(.pesMultipleTags)
      found.transport.tagCount = count
      return .tag(found)
    }
  }

  /// Notes on the PES header, which concern every tag of the PES packet.
  private static func headerNotes(_ piece: PESPayload, _ facts: TransportFacts) -> [NoteID] {
    var notes: [NoteID] = []
    if piece.pts == nil { notes.append(.pesPTSMissing) }
    guard let header = piece.pes.header else { return notes }
    if piece.pes.isUndeclared { notes.append(.pmtUndeclared) }
    if header.timestampFlags & 1 == 1 { notes.append(.pesDTS) }
    if header.streamID != PESHeader.privateStream1, header.streamID != PESHeader.metadataStream {
      notes.append(.pesStreamID)
    }
    if !header.isAligned { notes.append(.pesAlignment) }
    if let arrived = facts.arrivedLength, header.packetLength != arrived {
      notes.append(.pesLength)
    }
    return notes
  }

  func note(_ id: NoteID, _ origin: Found, _ detail: String) -> Result {
    let note = StreamNote(
      id: id,
      time: origin.pes.time.map(Timestamp.inSeconds),
      offset: origin.pes.position.offset,
      pid: Int(origin.pes.pid),
      program: origin.pes.program.map { Int($0) },
      detail: detail
    )
    return .note(note, origin.pes)
  }
}

extension MediaClock {
  /// Makes the clock relation of a PES packet; nil if the packet has no PTS, or its program has no clock.
  fileprivate init?(_ pes: MetadataPES) {
    guard let step = pes.clockStep, let pts = pes.header?.pts, let time = pes.time else {
      return nil
    }
    self.init(
      origin: Timestamp.inSeconds(pts - time - step),
      step: Timestamp.inSeconds(step),
      stepInSegment: Timestamp.inSeconds(pes.stepInSegment)
    )
  }
}

extension TimedTag {
  fileprivate init(_ found: TagSplitter.Found) {
    self.init(
      origin: .transportStream(found.transport),
      program: found.pes.program.map { Int($0) },
      pid: Int(found.pes.pid),
      offset: found.pes.position.offset,
      pts: found.pts,
      time: found.pes.time.map(Timestamp.inSeconds),
      bytes: found.bytes,
      notes: found.notes
    )
    trailing = found.trailing
    mediaClock = MediaClock(found.pes)
    if found.isBarePayload {
      nielsen = NielsenPayload(bytes: found.bytes)
    } else {
      parse()
    }
    if case .estimated = found.pes.placement { notes.append(.clockEstimated) }
    if let jump = found.pes.jump { notes.append(.jump(by: jump)) }
  }
}

/// Bytes after a tag that belong to no tag.
public struct TrailingBytes: Sendable, Hashable {
  /// The number of bytes, including zeros.
  public var count: Int
  /// The first bytes, at most `keptCount`.
  public var first: [UInt8]

  /// The maximum number of bytes that are kept.
  public static let keptCount = 4

  /// Makes a summary of the bytes after a tag.
  public init(_ bytes: some Collection<UInt8>) {
    count = bytes.count
    first = Array(bytes.prefix(Self.keptCount))
  }
}
