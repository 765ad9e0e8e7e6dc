import CFFmpeg
import TransportStream

/// Makes transport stream segments of one stream of the media.
final class MediaSegmentWriter: SegmentWriter {
  let fileExtension = "ts"
  let initialization: [UInt8]? = nil

  private let stream: Int
  private let packets: SegmentPackets
  private let multiplexer: Multiplexer
  private let muxer: MediaMuxer

  /// A writer of the stream at position `stream`.
  init(_ rendition: RenditionOptions, media: SourceMedia, stream: Int) throws {
    self.stream = stream
    let packets = SegmentPackets(stuffing: rendition.stuffing)
    self.packets = packets
    multiplexer = rendition.multiplexer(to: packets)
    muxer = try MediaMuxer(
      path: media.path,
      streams: [media.demuxer.streams[stream]],
      firstPTS: rendition.options.firstPTS,
      multiplexer: multiplexer,
      isSegmented: true
    )
  }

  func segment(_ content: SegmentContent) throws -> [UInt8] {
    guard let part = content.parts[stream], !part.packets.isEmpty else { return [] }
    try multiplexer.begin(content)
    var references = content.references[...]
    for packet in part.packets {
      // A tag that is due is written before the next packet.
      try muxer.flush()
      let due = references.prefix { $0 <= packet.pointer.pointee.dts }
      references = references.dropFirst(due.count)
      try writeTags(at: due)
      try muxer.write(copyOf: packet, stream: 0)
    }
    try muxer.flush()
    try writeTags(at: references)
    return packets.finish()
  }

  private func writeTags(at references: ArraySlice<Int64>) throws {
    for pts in references { multiplexer.noteReference(pts: pts) }
    try multiplexer.writeDueTags()
  }
}
