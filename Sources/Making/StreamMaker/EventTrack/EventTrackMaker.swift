import CFFmpeg
import ISOMedia
import TransportStream

/// Makes an event track (ISO/IEC 23001-18) with tags in Nielsen's format, as an encoder sends it to a packager. The
/// file consists of a CMAF header and chunks, without audio and video. With the same options, `StreamMaker` and
/// `PresentationMaker` write the same tags at the same times.
public struct EventTrackMaker: Sendable {
  private let options: StreamMakerOptions

  /// The minimum duration of a chunk except the last, in seconds. With media, a chunk ends at the next key frame.
  private static let chunkSeconds = 2.0

  /// Creates a maker for the track that `options` describe. The packet framing is ignored.
  public init(_ options: StreamMakerOptions) { self.options = options }

  /// Writes the header and the chunks of the track.
  ///
  /// - Parameters:
  ///   - notice: Called with a message for each damaged input. The message names the file, the problem and the remedy.
  ///   - sink: Receives the header, then the chunks one by one.
  /// - Throws: `StreamMakerError`, or any error that `sink` throws.
  public func write(
    notice: (String) -> Void = { _ in },
    to sink: ([UInt8]) throws -> Void
  ) throws {
    try validate()
    av_log_set_level(AV_LOG_QUIET)
    let media = try options.mediaPath.map { try SourceMedia(path: $0) }
    let asked = options.minutes.map { $0 * 60 }
    guard
      let seconds = asked
        ?? (media == nil ? StreamMakerOptions.defaultMinutes * 60 : media?.seconds)
    else { throw StreamMaker.unknownLength(of: options.mediaPath) }
    try StreamMaker.checkFault(of: options, fits: seconds)
    var writer = EventTrackWriter(options, seconds: seconds)
    try sink(EventTrackBoxes.header)
    guard var media, let cutStream = RenditionPlan.cutStream(of: media) else {
      let source = ClockSource(firstPTS: options.firstPTS, seconds: seconds)
      for content in ClockSegmenter(source, seconds: Self.chunkSeconds) {
        try sink(try writer.chunk(content))
      }
      return
    }
    var segmenter = Segmenter(
      cutStream: cutStream,
      referenceStream: RenditionPlan.audioStream(of: media) ?? cutStream,
      seconds: Self.chunkSeconds,
      end: asked.map { options.firstPTS + Int64($0 * Double(Timestamp.ticksPerSecond)) } ?? .max
    )
    try media.copy(seconds: asked, firstPTS: options.firstPTS, notice: notice) { packet, stream in
      guard let held = HeldPacket(moving: packet) else {
        throw StreamMakerError(.media, "out of memory: free memory and try again")
      }
      for content in segmenter.take(held, stream: stream) { try sink(try writer.chunk(content)) }
    }
    for content in segmenter.finish() { try sink(try writer.chunk(content)) }
  }

  private func validate() throws {
    try StreamMaker.validate(options)
    guard let fault = options.fault else { return }
    let isOfTags = fault.form == .stream && !fault.changes.needsTransportStream
    guard fault.form == .eventTrack || isOfTags else {
      throw StreamMakerError(
        .fault,
        "\(fault.id) does not show in an event track: leave --event-track out, or choose another "
          + "fault"
      )
    }
  }
}

/// Makes the chunks of an event track. Each chunk has one sample with the events that start during the chunk and, for
/// players that join late, the events of the previous chunk. A sample without events contains an `emeb` box.
struct EventTrackWriter {
  private let options: StreamMakerOptions
  private let changes: FaultChanges
  private var placement: TagPlacement
  private var count: UInt32 = 0
  /// The events that started during the previous chunk, with their PTS.
  private var repeated: [(box: EventInstanceBox, pts: Int64)] = []
  private var end: Int64?

  init(_ options: StreamMakerOptions, seconds: Double) {
    self.options = options
    changes = options.fault?.changes ?? FaultChanges()
    placement = TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
  }

  mutating func chunk(_ content: SegmentContent) throws -> [UInt8] {
    // The track starts at the first frame of audio or video. If there is no media, it starts at the first clock
    // reference.
    let clockStart = max(0, content.start - ClockSource.decoderDelay)
    let first = content.parts.values.map(\.start).min() ?? clockStart
    let start = end ?? min(content.start, first)
    let duration = max(content.end - start, 1)
    end = start + duration
    var events: [(box: EventInstanceBox, pts: Int64)] = []
    for pts in content.references {
      placement.noteReference(pts: pts)
      for (tag, pts) in placement.takeDue() { events.append((try event(of: tag), pts)) }
    }
    let presentation = changes.presentation
    var sample = presentation.boxes?(content.moment(firstPTS: options.firstPTS)) ?? []
    for (box, pts) in repeated + events {
      var box = box
      box.delta = pts - start
      sample += box.bytes
    }
    repeated = events
    if sample.isEmpty { sample = BoxBytes.box(.noEvent, []) }
    return EventTrackBoxes.chunk(
      sequence: UInt32(truncatingIfNeeded: content.number + 1),
      decodeTime: start,
      duration: duration,
      sample: sample
    )
  }

  private mutating func event(of tag: PlannedTag) throws -> EventInstanceBox {
    count += 1
    var box = EventInstanceBox(
      delta: 0,
      duration: .max,
      id: count,
      scheme: TagEvent.scheme,
      value: "",
      data: try tag.bytes(changes)[...]
    )
    changes.presentation.instance?(&box, tag)
    return box
  }
}

/// Builds the boxes of a CMAF track that contains only events (ISO/IEC 14496-12, 23000-19 and 23001-18).
enum EventTrackBoxes {
  static let trackID: UInt32 = 1
  static let timescale: UInt32 = 90_000

  static var header: [UInt8] {
    let brands = ["cmfc", "iso6"].flatMap { Array($0.utf8) }
    return BoxBytes.box(.fileType, Array("cmfc".utf8) + word(0) + brands) + movie
  }

  /// A chunk: `moof` and `mdat` with one sample.
  static func chunk(
    sequence: UInt32,
    decodeTime: Int64,
    duration: Int64,
    sample: [UInt8]
  ) -> [UInt8] {
    // The size of the fragment does not depend on the sample's offset, so it is measured with offset 0.
    let size = fragment(sequence, decodeTime, duration, sample, offset: 0).count
    let offset = UInt32(truncatingIfNeeded: size + BoxHeader.minimumByteCount)
    return fragment(sequence, decodeTime, duration, sample, offset: offset)
      + BoxBytes.box(.mediaData, sample)
  }

  private static func fragment(
    _ sequence: UInt32,
    _ decodeTime: Int64,
    _ duration: Int64,
    _ sample: [UInt8],
    offset: UInt32
  ) -> [UInt8] {
    // The flags 0x02_0000 mean that offsets count from the start of `moof`. In `trun`, the flags 0x0301 mean that it
    // has a data offset, and a duration and a size for the sample.
    let header = BoxBytes.box(.trackFragmentHeader, word(0x02_0000) + word(trackID))
    let time = BoxBytes.box(
      .trackFragmentDecodeTime,
      word(0x0100_0000) + BoxBytes.bigEndian(UInt64(max(0, decodeTime)))
    )
    let run = BoxBytes.box(
      .trackRun,
      word(0x0301) + word(1) + word(offset) + word(UInt32(clamping: duration))
        + word(UInt32(truncatingIfNeeded: sample.count))
    )
    return BoxBytes.box(
      .movieFragment,
      BoxBytes.box("mfhd", word(0) + word(sequence))
        + BoxBytes.box(.trackFragment, header + time + run)
    )
  }

  private static var movie: [UInt8] {
    let header =
      word(0, 0, 0) + word(timescale) + word(0) + word(0x0001_0000, 0x0100_0000, 0, 0) + matrix
      + [UInt8](repeating: 0, count: 24) + word(trackID + 1)
    let defaults = BoxBytes.box(.trackExtends, word(0, trackID, 1, 0, 0, 0))
    return BoxBytes.box(
      .movie,
      BoxBytes.box(.movieHeader, header) + BoxBytes.box(.track, track)
        + BoxBytes.box(.movieExtends, defaults)
    )
  }

  private static var track: [UInt8] {
    let header = word(7, 0, 0, trackID, 0, 0, 0, 0, 0, 0) + matrix + word(0, 0)
    let mediaHeader = word(0, 0, 0, timescale, 0, 0x55C4_0000)
    let handler = word(0, 0) + Array("meta".utf8) + word(0, 0, 0) + Array("ID3 events".utf8) + [0]
    let media =
      BoxBytes.box(.mediaHeader, mediaHeader) + BoxBytes.box(.handler, handler)
      + BoxBytes.box(.mediaInformation, information)
    return BoxBytes.box(.trackHeader, header) + BoxBytes.box(.media, media)
  }

  private static var information: [UInt8] {
    let reference = BoxBytes.box("dref", word(0, 1) + BoxBytes.box("url ", word(1)))
    let entry = EventTrackEntry(schemes: [.init(uri: TagEvent.scheme, value: "")])
    let table =
      entry.sampleDescription + BoxBytes.box("stts", word(0, 0)) + BoxBytes.box("stsc", word(0, 0))
      + BoxBytes.box(.sampleSize, word(0, 0, 0)) + BoxBytes.box("stco", word(0, 0))
    return BoxBytes.box("nmhd", word(0)) + BoxBytes.box("dinf", reference)
      + BoxBytes.box(.sampleTable, table)
  }

  /// The identity matrix for an untransformed picture.
  private static let matrix = word(0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000)

  private static func word(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { BoxBytes.bigEndian($0) }
  }
}
