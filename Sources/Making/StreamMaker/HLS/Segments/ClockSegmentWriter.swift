import TransportStream

/// Makes transport stream segments without media: tags, and a clock.
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
