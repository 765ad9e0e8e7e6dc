import NielsenTag
import TransportStream

/// Handles tags that do not end in the stream.
extension TagSplitter {
  /// The PES packet of the latest payload, and how much of it has arrived.
  struct LatestPES {
    private(set) var pes: MetadataPES?
    private var byteCount = 0
    var isBeforeGap = false

    mutating func receive(_ piece: PESPayload) {
      if !piece.continuesPES { (pes, byteCount, isBeforeGap) = (piece.pes, 0, false) }
      byteCount += piece.bytes.count
    }

    /// Whether the PES packet declares more bytes than arrived, or no length. False if its header or packets are
    /// missing.
    var isUnfinished: Bool {
      guard let pes, let header = pes.header, !pes.hasGap, !isBeforeGap else { return false }
      return header.packetLength == 0 || header.byteCount - 6 + byteCount < header.packetLength
    }
  }

  /// Records that packets are missing after the latest PES packet.
  mutating func noteGap() {
    guard let number = latest.pes?.number else { return }
    latest.isBeforeGap = true
    if pending?.tag.pes.number == number { pending?.isBeforeGap = true }
  }

  /// Ends the stream, and delivers as much as possible of a tag that has begun.
  /// - Parameter isAtEnd: Whether the input ends soon after a PES packet. If so, a tag in that packet may have been cut
  ///   by the end of the input, and not by a fault of the stream.
  /// - Returns: The remaining tags and notes.
  mutating func finish(isAtEnd: (MetadataPES) -> Bool) -> [ParsedEvent] { events(rest(isAtEnd)) }

  private mutating func rest(_ isAtEnd: (MetadataPES) -> Bool) -> [Result] {
    guard let waiting = pending else { return [] }
    pending = nil
    guard latest.isUnfinished, !waiting.hasGap, latest.pes.map(isAtEnd) == true
    else {
      return giveUp(waiting, atEnd: true)
    }
    var tag = waiting.tag
    let words = Self.cutByInputEnd(tag.bytes.count, of: waiting.size)
    let note = self.note(.tagAtInputEnd, tag, words)
    if NielsenPayload.occurrences(in: tag.bytes).isEmpty { return [note] }
    tag.notes.removeAll { $0 == .pesLength }
    tag.notes.append(.tagTruncated)
    return [note, .tag(tag)]
  }

  /// The results for a tag whose end did not arrive. If packets may be missing, or if the declared size is above the
  /// limit, the tag is kept only if it contains a complete Nielsen payload. Other tags with a whole header are kept.
  func giveUp(_ waiting: Pending, atEnd: Bool = false) -> [Result] {
    let isDamaged = waiting.isIncomplete || waiting.hasGap
    guard let size = waiting.size else { return [noteHead(waiting, isDamaged: isDamaged)] }
    let hasLoss =
      isDamaged || atEnd && waiting.tag.pes.header.map { $0.packetLength == 0 } ?? true
    var tag = waiting.tag
    tag.notes.append(.tagTruncated)
    let isTooLarge = size > Self.maximumTagSize
    let words =
      isTooLarge
      ? "tag declares \(size) bytes, but at most \(Self.maximumTagSize) are read"
      : "tag declares \(size) bytes, \(tag.bytes.count) arrived\(Self.loss(waiting))"
    let note = self.note(.tagTruncated, tag, words)
    if hasLoss || isTooLarge, NielsenPayload.occurrences(in: tag.bytes).isEmpty { return [note] }
    return [note, .tag(tag)]
  }

  /// The note that nothing followed the first bytes of an ID3 header. A PES packet that contains only the letters "ID3"
  /// does not start a tag, unless a part of the packet is missing.
  private func noteHead(_ waiting: Pending, isDamaged: Bool) -> Result {
    let tag = waiting.tag
    let letters = TagEnvelope.fileID.count
    guard tag.bytes.count > letters || isDamaged && tag.bytes.count == letters else {
      let words =
        tag.bytes.count == letters
        ? "PES with only the letters \"ID3\"" : Self.otherData(tag.bytes[...])
      return note(.otherData, tag, words)
    }
    let words = "tag ends within its header, \(tag.bytes.count) bytes arrived\(Self.loss(waiting))"
    return note(.tagTruncated, tag, words)
  }
}
