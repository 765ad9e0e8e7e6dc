import ID3
import NielsenTag
import TransportStream

/// Cuts the PES payloads of one PID into tags: several in one payload, one over several payloads,
/// damaged ones as far as they can be read.
struct TagSplitter {
  /// One payload as the demultiplexer gave it.
  struct Piece {
    var bytes: [UInt8]
    /// Raw 33-bit PTS.
    var pts: Int64?
    /// What the sieve saw of the PES.
    var pes: MetadataPES?
    /// The demultiplexer missed a part of it.
    var isIncomplete: Bool
    /// A further piece of the same PES, not a PES of its own.
    var continuesPES: Bool
  }

  /// A tag, or what is left of one.
  struct Found {
    var bytes: [UInt8]
    var pts: Int64?
    var pes: MetadataPES?
    var notes: [NoteID]
    /// The bytes are a Nielsen payload alone, without the ID3 around it.
    var isBarePayload = false
  }

  /// What came out of a piece.
  enum Result {
    case tag(Found)
    case note(StreamNote)
  }

  /// A tag larger than this is not waited for: 4 MiB.
  static let maximumTagSize = 4 << 20
  /// How far into a payload an ID3 header is looked for.
  static let searchLimit = 256

  private struct Pending {
    var tag: Found
    var size: Int
    var pesCount: Int
    var isIncomplete: Bool
  }

  private var pending: Pending?

  /// Takes the next payload.
  mutating func append(_ piece: Piece) -> [Result] {
    var results: [Result] = []
    var found = Found(bytes: [], pts: piece.pts, pes: piece.pes, notes: [])
    if !piece.continuesPES { found.notes = Self.headerNotes(piece) }
    var body = piece.bytes[...]
    if Self.header(body) == nil,
      piece.pes?.header?.streamID == PESHeader.metadataStream
        || Self.header(body.dropFirst(AccessUnitCells.headerSize)) != nil,
      let unwrapped = AccessUnitCells.unwrap(body)
    {
      body = unwrapped[...]
      found.notes.append(.pesCells)
    }

    var isIncomplete = piece.isIncomplete
    if var waiting = pending {
      pending = nil
      let startsAnew = Self.header(body) != nil && piece.pts != nil && !piece.continuesPES
      if startsAnew || waiting.isIncomplete || waiting.tag.pes?.hasGap == true {
        results += giveUp(waiting, atEnd: false)
      } else {
        waiting.tag.bytes += body
        waiting.pesCount += piece.continuesPES ? 0 : 1
        waiting.isIncomplete = piece.isIncomplete
        guard waiting.tag.bytes.count >= waiting.size else {
          pending = waiting
          return results
        }
        found = waiting.tag
        body = waiting.tag.bytes[...]
        isIncomplete = piece.isIncomplete
        // A tag that a single PES cannot hold has to be split (Apple, 2.4).
        if waiting.pesCount > 1, waiting.size <= Int(UInt16.max) {
          found.notes.append(.pesSplitTag)
        }
      }
    }
    results += split(body, from: found, isIncomplete: isIncomplete)
    return results
  }

  /// Ends the stream: a tag that was begun is delivered as far as it can be.
  mutating func finish() -> [Result] {
    guard let waiting = pending else { return [] }
    pending = nil
    return giveUp(waiting, atEnd: true)
  }

  // MARK: - One payload

  private mutating func split(
    _ body: ArraySlice<UInt8>,
    from origin: Found,
    isIncomplete: Bool
  ) -> [Result] {
    var tags: [Found] = []
    var rest = body
    func tag(_ bytes: some Sequence<UInt8>, _ notes: NoteID...) -> Found {
      var tag = origin
      tag.bytes = Array(bytes)
      tag.notes += notes
      return tag
    }
    var results: [Result] = []
    while !rest.isEmpty {
      if let header = Self.header(rest) {
        guard header.tagSize <= rest.count else {
          let next = Pending(
            tag: tag(rest),
            size: header.tagSize,
            pesCount: 1,
            isIncomplete: isIncomplete
          )
          if header.tagSize <= Self.maximumTagSize {
            pending = next
          } else {
            results = giveUp(next, atEnd: false)
          }
          break
        }
        tags.append(tag(rest.prefix(header.tagSize)))
        rest = rest.dropFirst(header.tagSize)
      } else if rest.allSatisfy({ $0 == 0 }) {
        break
      } else if let start = Self.nextHeader(in: rest) {
        if tags.isEmpty {
          results.append(
            .note(note(.pesPayloadStart, origin, "\(start - rest.startIndex) bytes before ID3"))
          )
        } else {
          tags[tags.count - 1].notes.append(.tagTrailingBytes)
        }
        var next = origin
        if tags.isEmpty { next.notes.append(.pesPayloadStart) }
        let inner = split(rest[start...], from: next, isIncomplete: isIncomplete)
        return Self.marked(tags, joinedBy: inner, results)
      } else if !tags.isEmpty {
        tags[tags.count - 1].notes.append(.tagTrailingBytes)
        break
      } else {
        if let restored = HeaderRecovery.restore(rest) {
          tags.append(tag(restored, .recoveredHeader, .strippedHeader))
        } else {
          tags += Self.barePayloads(in: rest).map { bytes in
            var bare = tag(bytes, .tagTruncated)
            bare.isBarePayload = true
            return bare
          }
        }
        break
      }
    }
    if tags.isEmpty, pending == nil, results.isEmpty, body.allSatisfy({ $0 == 0 }) {
      let words = body.isEmpty ? "empty PES" : "PES with \(body.count) zero bytes"
      results.append(.note(note(.pesEmpty, origin, words)))
    }
    return Self.marked(tags, joinedBy: [], results)
  }

  /// Puts tags and notes in order and marks the tags of a payload that holds several.
  private static func marked(
    _ tags: [Found],
    joinedBy inner: [Result],
    _ notes: [Result]
  ) -> [Result] {
    let all = notes + tags.map { .tag($0) } + inner
    let count = all.count { if case .tag = $0 { true } else { false } }
    guard count > 1, !tags.isEmpty else { return all }
    return all.map { result in
      guard case .tag(var found) = result, !found.notes.contains(.pesMultipleTags) else {
        return result
      }
      found.notes.append(.pesMultipleTags)
      return .tag(found)
    }
  }

  /// What is left of a tag whose end did not come. With a part missing only a whole Nielsen payload
  /// is worth keeping; a tag that merely claims to be longer than its PES is cut.
  private func giveUp(_ waiting: Pending, atEnd: Bool) -> [Result] {
    let hasLoss =
      waiting.isIncomplete || waiting.tag.pes?.hasGap == true
      || atEnd && waiting.tag.pes?.header.map { $0.packetLength == 0 } ?? true
    var tag = waiting.tag
    tag.notes.append(.tagTruncated)
    let isTooLarge = waiting.size > Self.maximumTagSize
    let words =
      isTooLarge
      ? "tag declares \(waiting.size) bytes, tags over \(Self.maximumTagSize) are not read"
      : "tag declares \(waiting.size) bytes, \(tag.bytes.count) arrived"
    let note = Result.note(note(.tagTruncated, tag, words))
    if hasLoss || isTooLarge, NielsenPayload.occurrences(in: tag.bytes).isEmpty { return [note] }
    return [note, .tag(tag)]
  }

  private static func header(_ bytes: ArraySlice<UInt8>) -> ID3Header? {
    ID3Header(bytes.prefix(ID3Header.byteCount))
  }

  /// Where the next ID3 header stands behind the first byte, within the search limit.
  private static func nextHeader(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropFirst().prefix(searchLimit).first {
      bytes[$0] == UInt8(ascii: "I") && header(bytes[$0...]) != nil
    }
  }

  private static func barePayloads(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    NielsenPayload.occurrences(in: bytes).map {
      bytes[(bytes.startIndex + $0.lowerBound)..<(bytes.startIndex + $0.upperBound)]
    }
  }

  /// What the PES header tells that concerns every tag of the PES.
  private static func headerNotes(_ piece: Piece) -> [NoteID] {
    var notes: [NoteID] = []
    if piece.pts == nil { notes.append(.pesPTSMissing) }
    guard let pes = piece.pes, let header = pes.header else { return notes }
    if pes.isUndeclared { notes.append(.pmtUndeclared) }
    if header.timestampFlags & 1 == 1 { notes.append(.pesDTS) }
    if header.streamID != PESHeader.privateStream1, header.streamID != PESHeader.metadataStream {
      notes.append(.pesStreamID)
    }
    if !header.isAligned { notes.append(.pesAlignment) }
    let arrived = header.byteCount - 6 + piece.bytes.count
    if header.packetLength != arrived, !pes.hasGap { notes.append(.pesLength) }
    return notes
  }

  private func note(_ id: NoteID, _ origin: Found, _ detail: String) -> StreamNote {
    StreamNote(
      id: id,
      offset: origin.pes?.offset,
      pid: origin.pes.map { Int($0.pid) },
      program: origin.pes?.program.map { Int($0) },
      detail: detail
    )
  }
}
