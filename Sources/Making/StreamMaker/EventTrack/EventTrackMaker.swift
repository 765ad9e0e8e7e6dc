import CFFmpeg
import TransportStream

/// Makes an event track with tags in Nielsen's form (ISO/IEC 23001-18), as cloud encoders send it to
/// packagers: a CMAF header and chunks in one file, without audio and video.
///
/// Tags and times are those of `StreamMaker` and `PresentationMaker` with the same options.
public struct EventTrackMaker: Sendable {
  private let options: StreamMakerOptions

  /// Seconds of a chunk at least; with media it ends before the next key frame.
  private static let chunkSeconds = 2.0

  /// A maker of the track that `options` describe; the packet framing is not used.
  public init(_ options: StreamMakerOptions) { self.options = options }

  /// Writes the track.
  ///
  /// - Parameters:
  ///   - notice: takes a line about media that is not whole: file, what is wrong, what to do.
  ///   - sink: takes the next bytes: the header, then one chunk at a time.
  /// - Throws: `StreamMakerError`, or what `sink` throws, which ends the writing.
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
        throw StreamMakerError(.media, "out of memory: free some and try again")
      }
      for content in segmenter.take(held, stream: stream) { try sink(try writer.chunk(content)) }
    }
    for content in segmenter.finish() { try sink(try writer.chunk(content)) }
  }

  /// Refuses options that no event track can follow.
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
