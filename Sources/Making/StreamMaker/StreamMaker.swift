import CFFmpeg
import NielsenTag
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

/// The options of a stream to make.
public struct StreamMakerOptions: Sendable {
  /// The length of a stream without media, by default: ten minutes.
  public static let defaultMinutes = 10.0

  /// The PTS of the first frame, by default: 10 s at 90 kHz.
  public static let defaultFirstPTS: Int64 = 900_000

  /// A file whose audio and video are copied into the stream. Without one the stream holds tags and
  /// a clock alone, without audio.
  public var mediaPath: String?
  /// The length of the stream; media is repeated to fill it. Nil means the length of the media, or
  /// `defaultMinutes` without media.
  public var minutes: Double?
  /// The seed of the bytes of tags: the same seed gives the same stream.
  public var seed: UInt64
  /// The framing of every packet.
  public var packetFraming: PacketFraming
  /// The one fault of the stream.
  public var fault: Fault?
  /// The PTS of the first frame at 90 kHz: near 2³³ the stream wraps.
  public var firstPTS: Int64
  /// The time of the tags' own clock at the first frame, in Unix seconds.
  public var start: UInt32
  /// The sequence number of the first tag.
  var firstSequence: UInt16 = 1
  /// Whether a PID of SCTE-35 announces ad breaks: fifty seconds every three minutes, the first after half
  /// a minute. The tags of the programme continue in them, as without ad replacement.
  public var announcesBreaks: Bool

  /// Options with the given parts.
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
  /// The kinds of failures. Codes can be added.
  public enum Code: Sendable {
    /// The media file cannot be read.
    case media
    /// The media file has neither audio nor video that a transport stream can carry.
    case noStreams
    /// libavformat could not multiplex the media.
    case multiplexer
    /// The length asked for makes no sense.
    case minutes
    /// The stream cannot show the fault: it is too short, or not of the kind.
    case fault
    /// Other options do not go together, or do not fit the media.
    case options
    /// libavutil could not encrypt.
    case encryption
  }

  /// The kind of failure.
  public let code: Code
  /// The media file concerned; nil when there is none.
  public let input: String?
  /// The event and its remedy, in one line.
  public let message: String

  /// Input, what happened, and what to do, in one line.
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
