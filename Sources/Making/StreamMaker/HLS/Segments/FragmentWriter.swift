import CFFmpeg
import ISOMedia
import TransportStream

/// Makes CMAF segments of one media stream. In each segment, the `emsg` boxes of its tags precede the only fragment.
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
  /// Event boxes to repeat in the next segment.
  private var repeated: [UInt8] = []
  private let buffer: Buffer
  private let muxer: MuxerContext

  private final class Buffer {
    var bytes: [UInt8] = []
  }

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
        // `delay_moov` writes the movie box after the first frames, because some streams can only be described from
        // their frames. The flag `cmaf` is not set, because it would produce negative composition offsets, which
        // FFmpeg's own demuxer reads as a delay.
        "movflags": "+frag_custom+delay_moov+default_base_moof",
        // Without an edit list, media time equals presentation time.
        "use_editlist": "0",
      ],
      path: media.path,
      streams: [media.demuxer.streams[stream]],
      firstPTS: rendition.options.firstPTS,
      prepare: { stream in
        // Apple's players require the parameter sets outside the frames.
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

  /// Removes and returns the fragment with the packets written so far. The movie box before the first fragment becomes
  /// the initialization section.
  private func takeFragment() throws -> Fragment {
    try muxer.flush()
    if BoxWalk.first(["moof"], in: buffer.bytes) == nil {
      // The first flush writes only the movie box.
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
        "libavformat made no fragment from this file: give another media file with --media"
      )
    }
    return fragment
  }

  private func rescaled(_ ticks: Int64) -> Int64 {
    av_rescale(ticks, Int64(muxer.timescale(of: 0)), Timestamp.ticksPerSecond)
  }

  /// The file type box of a CMAF header (ISO/IEC 23000-19, 7.2).
  private static let fileType = brandBox("ftyp", ["cmfc", "iso6"])

  private var segmentType: [UInt8] {
    let isNamed = carriesTags && !countsFromSegment && changes.presentation.namesBrand
    return Self.brandBox("styp", ["cmfs", "msdh"] + (isNamed ? [TagEvent.brand] : []))
  }

  /// Builds a box with a major brand, minor version 0, and compatible brands.
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

/// A movie fragment of one track with its media data (ISO/IEC 14496-12, 8.8).
struct Fragment {
  /// The boxes `moof` and `mdat`.
  private(set) var bytes: [UInt8]
  /// The range of the content of `tfdt` within `bytes`.
  private let decodeTime: Range<Int>
  /// The composition offset of the first sample, in the track's timescale.
  private let firstOffset: Int64

  /// The flags of `trun` for optional fields (8.8.8).
  private enum RunFlag {
    static let dataOffset: UInt64 = 0x1
    static let firstSampleFlags: UInt64 = 0x4
    static let duration: UInt64 = 0x100
    static let size: UInt64 = 0x200
    static let flags: UInt64 = 0x400
    static let compositionOffset: UInt64 = 0x800
  }

  /// Finds the boxes of a fragment. Nil if a box is missing or truncated.
  init?(bytes: [UInt8]) {
    guard let time = BoxWalk.first(["moof", "traf", "tfdt"], in: bytes),
      let run = BoxWalk.first(["moof", "traf", "trun"], in: bytes),
      time.content.count >= 8, bytes[time.content.lowerBound] == 0 || time.content.count >= 12,
      let offset = Self.compositionOffset(bytes, of: run)
    else { return nil }
    self.bytes = bytes
    decodeTime = time.content
    firstOffset = offset
  }

  /// Moves the fragment in time. `time` is the presentation time of the first sample, in the track's timescale.
  mutating func setTime(_ time: Int64) {
    let start = decodeTime.lowerBound
    let time = max(time - firstOffset, 0)
    let number =
      bytes[start] == 0
      ? BoxBytes.bigEndian(UInt32(truncatingIfNeeded: time)) : BoxBytes.bigEndian(time)
    bytes.replaceSubrange(start + 4..<start + 4 + number.count, with: number)
  }

  /// The composition offset of the first sample, 0 if samples have no offsets. Nil if the box is truncated.
  private static func compositionOffset(_ bytes: [UInt8], of run: BoxWalk.Box) -> Int64? {
    let start = run.content.lowerBound
    guard run.content.count >= 8 else { return nil }
    let flags = BoxBytes.number(bytes, at: start + 1, 3)
    guard flags & RunFlag.compositionOffset != 0 else { return 0 }
    let before = [
      RunFlag.dataOffset, RunFlag.firstSampleFlags, RunFlag.duration, RunFlag.size, RunFlag.flags,
    ]
    let place = start + 8 + 4 * before.count { flags & $0 != 0 }
    guard place + 4 <= run.content.upperBound else { return nil }
    let offset = BoxBytes.number(bytes, at: place, 4)
    // The offset is signed in version 1.
    return bytes[start] == 0
      ? Int64(offset) : Int64(Int32(truncatingIfNeeded: offset))
  }
}

/// Makes transport stream segments of one media stream.
final class MediaSegmentWriter: SegmentWriter {
  let fileExtension = "ts"
  let initialization: [UInt8]? = nil

  private let stream: Int
  private let packets: SegmentPackets
  private let multiplexer: Multiplexer
  private let muxer: MediaMuxer

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
      // The tags that are due are written before the next packet.
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
