import CFFmpeg
import TransportStream

/// Makes packed audio segments (RFC 8216, 3.4): a tag with the clock, then audio frames, and the
/// other tags before the frame of the same time.
final class PackedAudioWriter: SegmentWriter {
  let fileExtension: String
  let initialization: [UInt8]? = nil

  private let path: String
  private let stream: Int
  private let header: ADTSHeader?
  private let changes: FaultChanges
  private var placement: TagPlacement?
  private let firstPTS: Int64

  /// A writer of the stream at position `stream`; nil when packed audio has no form for it.
  init?(_ rendition: RenditionOptions, media: SourceMedia, stream: Int) {
    guard let parameters = media.demuxer.streams[stream].pointer.pointee.codecpar else {
      return nil
    }
    var header: ADTSHeader?
    switch parameters.pointee.codec_id {
    case AV_CODEC_ID_AAC:
      fileExtension = "aac"
      // Without a description the frames have headers already.
      if let description = CodecParameters.description(parameters) {
        header = ADTSHeader(audioSpecificConfig: description)
        if header == nil { return nil }
      }
    case AV_CODEC_ID_MP3: fileExtension = "mp3"
    case AV_CODEC_ID_AC3: fileExtension = "ac3"
    case AV_CODEC_ID_EAC3: fileExtension = "eac3"
    default: return nil
    }
    path = media.path
    self.stream = stream
    self.header = header
    changes = rendition.changes
    placement = rendition.placement
    firstPTS = rendition.options.firstPTS
  }

  func segment(_ content: SegmentContent) throws -> [UInt8] {
    guard let part = content.parts[stream], !part.packets.isEmpty else { return [] }
    let seconds = Double(part.start - firstPTS) / Double(Timestamp.ticksPerSecond)
    let shift = content.shift + (changes.clockShift?(seconds) ?? 0)
    var bytes = ID3Bytes.timestampTag(pts: part.start + shift)
    changes.presentation.timestampTag?(&bytes, content.moment(firstPTS: firstPTS))
    for packet in part.packets {
      placement?.noteReference(pts: packet.pointer.pointee.pts)
      for (tag, _) in placement?.takeDue() ?? [] { bytes += try tag.bytes(changes) }
      let frame = UnsafeBufferPointer(
        start: packet.pointer.pointee.data,
        count: Int(packet.pointer.pointee.size)
      )
      if let header { bytes += try start(of: frame, header) }
      bytes += frame
    }
    return bytes
  }

  private func start(of frame: UnsafeBufferPointer<UInt8>, _ header: ADTSHeader) throws -> [UInt8] {
    guard let bytes = header.bytes(frameSize: frame.count) else {
      throw StreamMakerError(
        .media,
        input: path,
        "has an AAC frame of \(frame.count) bytes, more than packed audio can hold: give another file"
      )
    }
    return bytes
  }
}
