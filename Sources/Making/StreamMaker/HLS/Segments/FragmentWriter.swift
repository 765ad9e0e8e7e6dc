import CFFmpeg
import ISOMedia
import TransportStream

/// Makes CMAF segments of one stream of the media: one fragment each, after the tags' `emsg` boxes.
final class FragmentWriter: SegmentWriter {
  let fileExtension = "m4s"
  private(set) var initialization: [UInt8]?

  private let path: String
  private let stream: Int
  private let stuffing: Int
  private let changes: FaultChanges
  private let carriesTags: Bool
  private let countsFromSegment: Bool
  private var placement: TagPlacement?
  private var eventCount: UInt32 = 0
  private let firstPTS: Int64
  /// Boxes that are repeated in the next segment.
  private var repeated: [UInt8] = []
  private let buffer: Buffer
  private let muxer: MuxerContext

  /// The bytes that libavformat writes, until they are taken.
  private final class Buffer {
    var bytes: [UInt8] = []
  }

  /// A writer of the stream at position `stream`.
  init(_ rendition: RenditionOptions, media: SourceMedia, stream: Int) throws {
    path = media.path
    self.stream = stream
    stuffing = rendition.stuffing
    changes = rendition.changes
    carriesTags = rendition.carriesTags
    countsFromSegment = rendition.countsFromSegment
    placement = rendition.placement
    firstPTS = rendition.options.firstPTS
    let buffer = Buffer()
    self.buffer = buffer
    muxer = try MuxerContext(
      format: "mp4",
      options: [
        // The movie box waits for the first frames: some streams are only known from them. The flag `cmaf`
        // would make composition offsets negative, which FFmpeg's own demuxer reads as a delay.
        "movflags": "+frag_custom+delay_moov+default_base_moof",
        // Media time is presentation time.
        "use_editlist": "0",
      ],
      path: media.path,
      streams: [media.demuxer.streams[stream]],
      firstPTS: rendition.options.firstPTS,
      prepare: { stream in
        // Apple's players require parameter sets outside of the frames.
        guard let parameters = stream.pointee.codecpar,
          parameters.pointee.codec_id == AV_CODEC_ID_HEVC
        else { return }
        parameters.pointee.codec_tag = "hvc1".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      },
      sink: { buffer.bytes.append(contentsOf: $0) }
    )
  }

  func segment(_ content: SegmentContent) throws -> [UInt8] {
    guard let part = content.parts[stream], let first = part.packets.first else { return [] }
    let firstPTS = first.pointer.pointee.pts
    for packet in part.packets { try muxer.write(copyOf: packet, stream: 0) }
    var fragment = try takeFragment()
    fragment.setTime(rescaled(firstPTS + content.shift))
    var bytes = try segmentType + events(content, part, from: firstPTS) + fragment.bytes
    let stuffed = bytes.count * stuffing / 10
    if stuffed > 0 { bytes += BoxBytes.box("free", [UInt8](repeating: 0, count: stuffed)) }
    return bytes
  }

  /// The fragment of the packets so far; what comes before the first one is the initialization.
  private func takeFragment() throws -> Fragment {
    try muxer.flush()
    if BoxWalk.first(["moof"], in: buffer.bytes) == nil {
      // The first time libavformat writes the movie box alone.
      try muxer.flush()
    }
    let bytes = buffer.bytes
    buffer.bytes.removeAll()
    let boxes = BoxWalk.boxes(bytes, in: bytes.indices)
    let isPart = { (types: [BoxType], box: BoxWalk.Box) in types.contains(box.type) }
    if initialization == nil {
      let movie = boxes.filter { isPart(["moov"], $0) }.flatMap { bytes[$0.range] }
      let early = changes.presentation.beforeInitialization?(firstPTS) ?? []
      initialization = movie.isEmpty ? nil : early + Self.fileType + movie
    }
    let fragment = Fragment(
      bytes: boxes.filter { isPart(["moof", "mdat"], $0) }.flatMap { bytes[$0.range] }
    )
    guard let fragment, initialization != nil else {
      throw StreamMakerError(
        .multiplexer,
        input: path,
        "libavformat made no fragment of it: give another media file with --media"
      )
    }
    return fragment
  }

  private func rescaled(_ ticks: Int64) -> Int64 {
    av_rescale(ticks, Int64(muxer.timescale(of: 0)), Timestamp.ticksPerSecond)
  }

  /// The file type: a CMAF header (ISO/IEC 23000-19, 7.2).
  private static let fileType = brandBox("ftyp", ["cmfc", "iso6"])

  private var segmentType: [UInt8] {
    let isNamed = carriesTags && !countsFromSegment && changes.presentation.namesBrand
    return Self.brandBox("styp", ["cmfs", "msdh"] + (isNamed ? [TagEvent.brand] : []))
  }

  /// A box with a major brand, its version 0, and compatible brands.
  private static func brandBox(_ type: BoxType, _ brands: [String]) -> [UInt8] {
    let major = brands.first ?? ""
    return BoxBytes.box(type, Array(major.utf8) + [0, 0, 0, 0] + Array(brands.joined().utf8))
  }

  private func events(
    _ content: SegmentContent,
    _ part: SegmentContent.Part,
    from start: Int64
  ) throws -> [UInt8] {
    var moment = content.moment(firstPTS: firstPTS)
    (moment.startPTS, moment.endPTS) = (start + content.shift, part.end + content.shift)
    var bytes = repeated + (changes.presentation.boxes?(moment) ?? [])
    repeated = []
    for pts in content.references {
      placement?.noteReference(pts: pts)
      for (tag, pts) in placement?.takeDue() ?? [] {
        eventCount += 1
        var box = TagEvent(
          presentationTime: pts + content.shift,
          timescale: UInt32(clamping: muxer.timescale(of: 0))
        )
        if countsFromSegment { box.countFromSegment() }
        box.segmentTime = moment.startPTS
        box.id = eventCount
        box.message = try tag.bytes(changes)
        changes.presentation.event?(&box, tag, moment)
        bytes += box.bytes
        if changes.presentation.repeatsEvent?(tag) == true { repeated += box.bytes }
      }
    }
    return bytes
  }
}
