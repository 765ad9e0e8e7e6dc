import TransportStream

/// Makes transport stream segments with only tags and a clock.
final class ClockSegmentWriter: SegmentWriter {
  let fileExtension = "ts"
  let initialization: [UInt8]? = nil

  private let packets: SegmentPackets
  private let multiplexer: Multiplexer
  private let source: ClockSource
  private let firstPTS: Int64

  init(_ rendition: RenditionOptions) throws {
    packets = SegmentPackets(stuffing: rendition.stuffing)
    multiplexer = rendition.multiplexer(to: packets)
    firstPTS = rendition.options.firstPTS
    source = ClockSource(firstPTS: firstPTS, seconds: rendition.seconds)
    try source.setTables(of: multiplexer)
  }

  func segment(_ content: SegmentContent) throws -> [UInt8] {
    try multiplexer.begin(content)
    let positions = source.positions(from: content.start, to: content.end)
    try source.write(positions, to: multiplexer, startsWithTables: false)
    return packets.finish()
  }
}

/// Produces the segments of a presentation without media. All segments except the last have the same duration.
struct ClockSegmenter: Sequence, IteratorProtocol {
  private let source: ClockSource
  private let length: Int64
  private var number = 0
  private var start: Int64

  init(_ source: ClockSource, seconds: Double) {
    self.source = source
    length = Int64(seconds * Double(Timestamp.ticksPerSecond))
    start = source.firstPTS
  }

  mutating func next() -> SegmentContent? {
    guard start < source.end else { return nil }
    let end = Swift.min(start + length, source.end)
    defer { (number, start) = (number + 1, end) }
    let positions = source.positions(from: start, to: end)
    return SegmentContent(
      number: number,
      start: start,
      end: end,
      references: positions.map(source.pts(at:))
    )
  }
}

/// The source of a stream without media: writes a clock, and tables that declare the clock, to the multiplexer.
struct ClockSource {
  static let pid: UInt16 = 0x1fe
  static let mapPID: UInt16 = 0x1000
  /// Ticks between two clock references: 0.1 s, the longest interval allowed (ISO/IEC 13818-1, 2.7.2).
  static let interval: Int64 = 9_000
  /// The tables are written with every fourth clock reference. Tables every 0.4 s satisfy the limit of 0.5 s in ETSI TR
  /// 101 290.
  static let clocksPerTable: Int64 = 4
  /// Ticks between the clock reference and the presentation of a frame.
  static let decoderDelay: Int64 = 9_000

  let firstPTS: Int64
  let seconds: Double

  func write(to multiplexer: Multiplexer) throws {
    try setTables(of: multiplexer)
    try write(positions(from: firstPTS, to: end), to: multiplexer)
  }

  /// The PTS at the end, in 90 kHz ticks.
  var end: Int64 { firstPTS + Int64(seconds * Double(Timestamp.ticksPerSecond)) }

  func setTables(of multiplexer: Multiplexer) throws {
    let association = ProgramAssociation(programs: [.init(programNumber: 1, pid: Self.mapPID)])
    let map = ProgramMap(programNumber: 1, pcrPID: Self.pid, streams: [])
    try multiplexer.setTables(association: association, map: map, mapPID: Self.mapPID)
  }

  /// The positions of the clock references whose PTS is at least `start` and below `end`. Position 0 is the start of
  /// the stream.
  func positions(from start: Int64, to end: Int64) -> Range<Int64> {
    let position = { (pts: Int64) in (pts - firstPTS + Self.interval - 1) / Self.interval }
    return position(start)..<max(position(start), position(end))
  }

  func pts(at position: Int64) -> Int64 { firstPTS + position * Self.interval }

  /// Writes clock references, tables, and the tags that are due. `startsWithTables` is false if the first tables are
  /// already written.
  func write(
    _ positions: Range<Int64>,
    to multiplexer: Multiplexer,
    startsWithTables: Bool = true
  ) throws {
    for position in positions {
      let pts = pts(at: position)
      multiplexer.noteReference(pts: pts)
      let isFirst = position == positions.lowerBound
      if position % Self.clocksPerTable == 0, startsWithTables || !isFirst {
        try multiplexer.writeTables()
      }
      let clock = (pts - Self.decoderDelay) & (Timestamp.modulus - 1)
      try multiplexer.writeClock(pcr: clock * 300, pid: Self.pid)
      try multiplexer.writeDueTags()
    }
  }
}
