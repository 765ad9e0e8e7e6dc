import CFFmpeg
import TransportStream

/// Makes a transport stream with tags in Nielsen's form: real audio and video from a file, or a clock
/// alone, DATA every ten seconds and INFO every five minutes, and one fault when asked for.
///
/// The tags are synthetic. Their CIDs and blocks are seeded pseudo-random bytes: they have the form
/// of real ones and mean nothing. Their clock starts at `SyntheticTags.defaultStart`. The same
/// options give the same bytes. Memory does not grow with the length of the stream.
public struct StreamMaker: Sendable {
  private let options: StreamMakerOptions

  /// A maker of the stream that `options` describe.
  public init(_ options: StreamMakerOptions) {
    self.options = options
  }

  /// Writes the stream, in order, in pieces of whole packets.
  ///
  /// - Parameters:
  ///   - notice: takes a line about media that is not whole: file, what is wrong, what to do.
  ///   - sink: takes the next bytes; they are valid during the call only.
  /// - Throws: `StreamMakerError`, or what `sink` throws, which ends the writing.
  public func write(
    notice: (String) -> Void = { _ in },
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try Self.validate(options)
    if let fault = options.fault, fault.form != .stream {
      if fault.form == .eventTrack { throw Self.needsEventTrack(fault) }
      if fault.form.isOfManifest { throw Self.needsManifest(fault) }
      throw StreamMakerError(
        .fault,
        "\(fault.id) is a fault of HLS presentations: give a folder with --hls"
          + (fault.form == .fragments ? ", and --cmaf" : "")
          + (fault.form.isLive ? ", and --live" : "")
          + (fault.form.isLowLatency ? ", and --ll-hls" : "")
      )
    }
    try withoutActuallyEscaping(sink) { sink in
      let output = PacketOutput(framing: options.packetFraming, sink: sink)
      guard let path = options.mediaPath else {
        try writeWithoutMedia(to: output)
        return
      }
      try writeMedia(at: path, notice: notice, to: output)
    }
  }

  /// A year: what no stream of tests needs to exceed, and far from any overflow.
  static let longestMinutes = 527_040.0

  private func writeWithoutMedia(to output: PacketOutput) throws {
    let seconds = (options.minutes ?? StreamMakerOptions.defaultMinutes) * 60
    try Self.checkFault(of: options, fits: seconds)
    let multiplexer = Multiplexer(options: options, seconds: seconds, output: output)
    try ClockSource(firstPTS: options.firstPTS, seconds: seconds).write(to: multiplexer)
    try multiplexer.finish()
  }

  private func writeMedia(
    at path: String,
    notice: (String) -> Void,
    to output: PacketOutput
  ) throws {
    // The default callback would print to stderr; one that is installed decides for itself.
    av_log_set_level(AV_LOG_QUIET)
    var input = try SourceMedia(path: path)
    let seconds = options.minutes.map { $0 * 60 } ?? input.seconds
    guard let seconds else { throw Self.unknownLength(of: path) }
    try Self.checkFault(of: options, fits: seconds)
    let multiplexer = Multiplexer(options: options, seconds: seconds, output: output)
    let muxer = try MediaMuxer(
      path: input.path,
      streams: input.demuxer.streams,
      firstPTS: options.firstPTS,
      multiplexer: multiplexer
    )
    try input.copy(
      seconds: options.minutes.map { $0 * 60 },
      firstPTS: options.firstPTS,
      notice: notice
    ) { packet, stream in try muxer.write(packet, stream: stream) }
    try muxer.finish()
    try multiplexer.finish()
  }

  /// Refuses a length that makes no sense.
  static func validate(_ options: StreamMakerOptions) throws {
    guard let minutes = options.minutes, !(minutes > 0 && minutes <= longestMinutes) else { return }
    throw StreamMakerError(
      .minutes,
      "\(minutes) minutes: give a number above 0, at most \(Int(longestMinutes))"
    )
  }

  /// The error for a fault that only event tracks have.
  static func needsEventTrack(_ fault: Fault) -> StreamMakerError {
    StreamMakerError(
      .fault,
      "\(fault.id) is a fault of event tracks: give a file with --event-track"
    )
  }

  /// The error for a fault that only a manifest of DASH shows.
  static func needsManifest(_ fault: Fault) -> StreamMakerError {
    StreamMakerError(
      .fault,
      "\(fault.id) is a fault of DASH presentations: give a folder with --dash"
        + (fault.form.isLive ? ", and --live" : "")
    )
  }

  /// The error for media of unknown length.
  static func unknownLength(of path: String?) -> StreamMakerError {
    StreamMakerError(
      .minutes,
      input: path,
      "the media does not tell its length: give the length with --minutes"
    )
  }

  /// Refuses a stream that is too short for its fault.
  static func checkFault(
    of options: StreamMakerOptions,
    fits seconds: Double,
    segmentSeconds: Double = 0
  ) throws {
    guard let fault = options.fault else { return }
    let least = max(fault.minimumSeconds, Double(fault.minimumSegments) * segmentSeconds)
    guard seconds < least else { return }
    throw StreamMakerError(
      .fault,
      input: options.mediaPath,
      "\(fault.id) shows in a stream of \(Int(least.rounded(.up))) s or more, this one has "
        + "\(Int(seconds)) s: give a greater length with --minutes"
    )
  }
}
