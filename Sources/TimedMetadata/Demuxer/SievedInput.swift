import TransportStream

/// The bytes that the demuxer reads: the source, sieved. Notes come out beside them, in order.
///
/// It gives one PES-carrying packet a read, so that the demuxer never runs ahead of the PES it is
/// about to deliver: what comes out does not depend on how the source cuts its bytes.
final class SievedInput {
  let sieve: PIDSieve
  private let reader: ChunkReader
  private let limits: ReaderOptions
  private var hasFinished = false

  /// An input with this many bytes before a packet is not a transport stream, and may have no end.
  private static let maximumJunk: Int64 = 256 << 20

  /// Seconds read past the limit, so that the last tags before it arrive: no decoder may hold data
  /// for more than a second (ISO/IEC 13818-1, 2.4.2.6), so streams of a program are no further apart.
  private static let limitMargin = 2.0

  /// The error of the source; the demuxer only gets the end of its input.
  private(set) var failure: TimedMetadataError?
  /// Receives notes and PES starts as the demuxer's reads pass them.
  var notes: [TransportNote] = []
  var starts: [MetadataPES] = []
  /// Receives what splice information says likewise.
  var splices: [TimedMetadataEvent] = []
  private var spliceReader = SpliceReader()
  /// Marks that wait at most: a stream without a tag gives none out before its end.
  private static let maximumSplices = 65_536

  private var packetsToRead = 0
  /// Bytes of the sieved stream that were read.
  private var byteCount: Int64 = 0
  /// Tables for a demuxer that does not read the sieved stream from its beginning.
  private var announcement: [UInt8] = []

  /// Reads what `reader` has left; its next byte is at `startOffset` of the input.
  init(_ reader: ChunkReader, options: ReaderOptions, startOffset: Int64) {
    sieve = PIDSieve(startOffset: startOffset)
    sieve.reminder = options.reminder.flatMap {
      Int64(exactly: ($0 * Double(Timestamp.ticksPerSecond)).rounded())
    }
    self.reader = reader
    limits = options
  }

  /// Whether packets were read.
  var hasBeenRead: Bool { byteCount > 0 }

  /// Whether all that the sieve let through was read, and all starts of PES were taken.
  var isDrained: Bool { packetsToRead == 0 && starts.isEmpty && sieve.isOutputEmpty }

  /// Lets a demuxer that has read nothing start with the next packet, after tables of its own. Returns the position
  /// in the sieved stream where its first byte would stand.
  func beginDemuxing() -> Int64 {
    announcement = hasBeenRead ? sieve.announcement() : []
    return byteCount - Int64(announcement.count)
  }

  /// Reads on until packets are ready. False: the input has ended or failed. `atPartEnd` is called where a part has
  /// ended, before the next is waited for.
  func advanceToPackets(atPartEnd: () -> Void = {}) -> Bool {
    while packetsToRead == 0 {
      if let item = sieve.next() {
        switch item {
        case .packets(let count): packetsToRead = count
        case .start(let pes): starts.append(pes)
        case .note(let note): notes.append(note)
        case .splice(let section): receive(section)
        }
        continue
      }
      guard !hasFinished else { return false }
      do {
        try readChunk(atPartEnd)
      } catch {
        failure = error
        finish()
      }
    }
    return true
  }

  /// Reads the packets of one item. Returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if !announcement.isEmpty {
      let count = min(buffer.count, announcement.count)
      buffer.copyBytes(from: announcement.prefix(count))
      announcement.removeFirst(count)
      return count
    }
    guard advanceToPackets() else { return 0 }
    let wanted = packetsToRead * TransportPacket.byteCount
    let count = sieve.readPackets(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(wanted))
    )
    packetsToRead -= count / TransportPacket.byteCount
    byteCount += Int64(count)
    return count
  }

  /// Takes splice information. That of other programs than the one asked for is left out.
  private func receive(_ section: SpliceSection) {
    guard limits.program ?? Int(section.program) == section.program,
      splices.count < Self.maximumSplices
    else { return }
    splices += spliceReader.events(of: section, limitSeconds: limits.limitSeconds)
  }

  private func readChunk(_ atPartEnd: () -> Void) throws(TimedMetadataError) {
    if limits.isCancelled() { throw .interrupted(input: reader.source.name) }
    try reader.readMore()
    let headers = reader.packetHeaders
    reader.use(sieve.process(reader.bytes, isLast: reader.isAtEnd, headers: headers))
    reader.expectPackets(every: sieve.stride)
    limits.progress(reader.byteCount, reader.source.size)
    if sieve.packetCount == 0, reader.byteCount > Self.maximumJunk {
      throw TimedMetadataError(
        .unknownKind,
        input: reader.source.name,
        reason: "holds no transport stream packet in its first 256 MiB",
        remedy: "name a transport stream"
      )
    }
    if hasReachedLimit { return finish() }
    guard reader.isAtEnd else { return }
    atPartEnd()
    guard try reader.beginNextPart() else { return finish() }
    if let hole = reader.source.hole { sieve.beginAfterHole(hole) }
  }

  private var hasReachedLimit: Bool {
    let program = limits.program.flatMap { UInt16(exactly: $0) }
    guard let limit = limits.limitSeconds, let now = sieve.now(ofProgram: program) else {
      return false
    }
    return Double(now) / Double(Timestamp.ticksPerSecond) > limit + Self.limitMargin
  }

  private func finish() {
    guard !hasFinished else { return }
    hasFinished = true
    sieve.finish()
  }
}
