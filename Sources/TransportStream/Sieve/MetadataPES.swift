/// The facts about one PES packet on an ID3 PID that a demultiplexer after the sieve cannot find. A reference
/// type, because some of them are found only after the packet has been passed on: a gap in its middle, the
/// clock of a program before its first frame.
public final class MetadataPES {
  /// The PID, 0 to 8191.
  public let pid: UInt16
  /// The program whose map names the PID.
  public let program: UInt16?
  /// Byte position in the input of the transport packet that starts the PES packet.
  public let offset: Int64
  /// Byte position in the input of the latest transport packet with a part of the PES packet, up to its
  /// declared length.
  public internal(set) var lastOffset: Int64
  /// Byte position of the packet at `offset` in the sieved stream.
  public let sievedOffset: Int64
  /// The PES header as carried; nil when it was cut off.
  public let header: PESHeader?
  /// Whether no program map had declared the PID when the packet arrived.
  public let isUndeclared: Bool
  /// Whether its packets were kept until a program map declared their PID.
  let isReplayed: Bool
  /// The raw PTS of the audio PES packet of its program before it in the multiplex; nil if there is none
  /// since the last declared discontinuity.
  public internal(set) var audioPTS: Int64?
  /// The raw PCR base, 33 bits, of its program before it in the multiplex.
  public internal(set) var programClock: Int64?
  /// Whether the map in force names the PID with stream_type 0x15, and another such PID before it.
  public internal(set) var isAfterOtherPID = false
  /// Whether its PTS is that of an audio PES packet of its program, within one tick. The audio can arrive
  /// after the tag: then this becomes true later.
  public internal(set) var isOnAudioFrame = false
  /// Whether a packet of this PES is missing: everything after it has been left out.
  public internal(set) var hasGap = false
  /// Whether one of its packets has the continuity counter of the packet before it and other content.
  public internal(set) var repeatsCounter = false
  /// Bytes of the PES packet in the sieved stream so far, its header included.
  var sievedByteCount = 0
  /// Bytes of the PES packet by the length that its header has in the sieved stream; nil when that does not tell.
  var sievedLength: Int?
  /// The facts about the tables and packets around it that players handle differently.
  package internal(set) var multiplex = MultiplexFacts()
  /// The position of the PES on the presentation timeline.
  public internal(set) var placement: Placement

  /// The direction of a time stamp that is too far from the reference to be used; nil: it is used.
  public internal(set) var jump: Direction?

  /// The direction of a jump of a time stamp.
  public enum Direction: Sendable, Hashable {
    /// Back in time.
    case backward
    /// Ahead in time.
    case forward
  }

  /// The position of a PES packet on the presentation timeline.
  public enum Placement: Sendable, Hashable {
    /// The reference has not been found yet, or is too far away to be the right one.
    case waiting
    /// At this presentation time, in 90 kHz ticks.
    case placed(Int64)
    /// Without a usable time stamp: at the reference before it, in 90 kHz ticks.
    case estimated(Int64)
    /// The stream has no clock.
    case unplaced
  }

  /// Bytes of its payload, of which the sieved stream holds exactly all; nil while it does not, or where the header
  /// does not tell how many there are. A demultiplexer holds nothing of the PID once it has given out so many.
  package var wholePayloadByteCount: Int? {
    guard let header, let sievedLength, sievedByteCount == sievedLength else { return nil }
    return sievedLength - header.byteCount
  }

  init(
    pid: UInt16,
    program: UInt16?,
    offset: Int64,
    sievedOffset: Int64,
    header: PESHeader?,
    isUndeclared: Bool,
    isReplayed: Bool = false
  ) {
    self.pid = pid
    self.program = program
    self.offset = offset
    lastOffset = offset
    self.sievedOffset = sievedOffset
    self.header = header
    self.isUndeclared = isUndeclared
    self.isReplayed = isReplayed
    placement = .waiting
  }
}
