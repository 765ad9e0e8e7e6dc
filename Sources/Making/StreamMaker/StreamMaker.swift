import CFFmpeg
import NielsenTag
import TransportStream

/// Makes a transport stream with tags in Nielsen's format, the audio and video of a file or only a clock, and
/// optionally one fault. A DATA tag is sent every ten seconds, an INFO tag every five minutes.
///
/// The tags are synthetic: their CIDs and blocks are pseudo-random bytes from a seed, with the format of real ones but
/// no meaning. Their clock starts at `StreamMakerOptions.start`. The same options produce the same bytes. Memory use
/// does not grow with the duration of the stream.
public struct StreamMaker: Sendable {
  private let options: StreamMakerOptions

  /// Creates a maker for the stream that `options` describe.
  public init(_ options: StreamMakerOptions) {
    self.options = options
  }

  /// Writes the stream in order. Without a fault, each piece consists of whole packets.
  ///
  /// - Parameters:
  ///   - notice: Called with a message for each damaged input. The message names the file, the problem and the remedy.
  ///   - sink: Receives the next bytes, which are valid only during the call.
  /// - Throws: `StreamMakerError`, or any error that `sink` throws.
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

  /// The maximum duration in minutes: one year, which is far from any overflow.
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
    // libavformat's default callback would print to standard error. Custom callbacks are not affected.
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

  /// Throws if the options give a duration that is not above 0 or is longer than `longestMinutes`.
  static func validate(_ options: StreamMakerOptions) throws {
    guard let minutes = options.minutes, !(minutes > 0 && minutes <= longestMinutes) else { return }
    throw StreamMakerError(
      .minutes,
      "\(minutes) minutes: give a number above 0, at most \(Int(longestMinutes))"
    )
  }

  static func needsEventTrack(_ fault: Fault) -> StreamMakerError {
    StreamMakerError(
      .fault,
      "\(fault.id) is a fault of event tracks: give a file with --event-track"
    )
  }

  static func needsManifest(_ fault: Fault) -> StreamMakerError {
    StreamMakerError(
      .fault,
      "\(fault.id) is a fault of DASH presentations: give a folder with --dash"
        + (fault.form.isLive ? ", and --live" : "")
    )
  }

  static func unknownLength(of path: String?) -> StreamMakerError {
    StreamMakerError(
      .minutes,
      input: path,
      "the duration of the media is unknown: give it with --minutes"
    )
  }

  /// Throws if the stream is too short to show its fault.
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
      "\(fault.id) needs a stream of at least \(Int(least.rounded(.up))) s, but this one has "
        + "\(Int(seconds)) s: give a greater length with --minutes"
    )
  }
}

/// The options of a stream.
public struct StreamMakerOptions: Sendable {
  /// The default duration of a stream without media, in minutes.
  public static let defaultMinutes = 10.0

  /// The default PTS of the first frame, in 90 kHz ticks: 10 s.
  public static let defaultFirstPTS: Int64 = 900_000

  /// The file whose audio and video are copied into the stream. Nil for a stream with only tags and a clock.
  public var mediaPath: String?
  /// The duration of the stream in minutes. Media is repeated to fill it. Nil means the duration of the media or,
  /// without media, `defaultMinutes`.
  public var minutes: Double?
  /// The seed of the tags' bytes.
  public var seed: UInt64
  /// The framing of the packets.
  public var packetFraming: PacketFraming
  /// The fault of the stream. Nil for a stream without a fault.
  public var fault: Fault?
  /// The PTS of the first frame, in 90 kHz ticks. PTS values wrap at 2³³.
  public var firstPTS: Int64
  /// The time on the tags' clock at the first frame, in Unix seconds.
  public var start: UInt32
  /// The sequence number of the first tag.
  var firstSequence: UInt16 = 1
  /// Whether SCTE-35 messages announce ad breaks: 50 seconds every three minutes, the first after 30 seconds. The tags
  /// of the program continue during breaks, as without ad replacement.
  public var announcesBreaks: Bool

  /// Creates options for a stream.
  public init(
    mediaPath: String? = nil,
    minutes: Double? = nil,
    seed: UInt64 = 1,
    packetFraming: PacketFraming = .plain,
    fault: Fault? = nil,
    firstPTS: Int64 = defaultFirstPTS,
    start: UInt32 = SyntheticTags.defaultStart,
    announcesBreaks: Bool = false
  ) {
    self.mediaPath = mediaPath
    self.minutes = minutes
    self.seed = seed
    self.packetFraming = packetFraming
    self.fault = fault
    self.firstPTS = firstPTS
    self.start = start
    self.announcesBreaks = announcesBreaks
  }
}

/// Why a stream could not be made.
public struct StreamMakerError: Error, CustomStringConvertible {
  /// The kind of failure. More codes may be added.
  public enum Code: Sendable {
    /// The media file cannot be read or packed, or the system is out of memory.
    case media
    /// The media file has neither audio nor video that a transport stream can carry.
    case noStreams
    /// libavformat could not multiplex the media, or the system is out of memory.
    case multiplexer
    /// The duration is not allowed or unknown.
    case minutes
    /// The output cannot show the fault, for example because it is too short or of the wrong kind.
    case fault
    /// An option is out of range, contradicts another option, or does not suit the media.
    case options
    /// libavutil could not encrypt, or the system is out of memory.
    case encryption
  }

  /// The kind of failure.
  public let code: Code
  /// The media file. Nil if the error does not concern a file.
  public let input: String?
  /// What happened and what to do, in one line.
  public let message: String

  /// The input, what happened, and what to do, in one line.
  public var description: String {
    guard let input else { return message }
    return "\(input): \(message)"
  }

  init(_ code: Code, input: String? = nil, _ message: String) {
    self.code = code
    self.input = input
    self.message = message
  }
}
