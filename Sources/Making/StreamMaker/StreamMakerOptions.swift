import NielsenTag
import TransportStream

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
