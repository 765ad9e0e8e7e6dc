/// What the sieve saw of one PES packet on an ID3 PID: facts that a demultiplexer behind the sieve
/// cannot know. A reference type, because some of them become known only after the packet has been
/// handed on: a gap in its middle, the clock of a program whose first frame has not come yet.
public final class MetadataPES {
  /// The PID, 0 to 8191.
  public let pid: UInt16
  /// The program whose map names the PID.
  public let program: UInt16?
  /// Byte position in the input of the transport packet that starts the PES packet.
  public let offset: Int64
  /// Byte position in the input of the latest transport packet that brought a part of the PES packet,
  /// up to its declared length.
  public internal(set) var lastOffset: Int64
  /// Byte position of the packet at `offset` in the sieved stream.
  public let sievedOffset: Int64
  /// The PES header as carried; nil when it was cut off.
  public let header: PESHeader?
  /// The PID was not declared by a program map when the packet came.
  public let isUndeclared: Bool
  /// Its packets were kept until a program map told what they are.
  let isReplayed: Bool
  /// The raw PTS of the audio PES packet of its program before it in the multiplex; nil without any
  /// since the last declared discontinuity.
  public internal(set) var audioPTS: Int64?
  /// The raw PCR base, 33 bits, of its program before it in the multiplex.
  public internal(set) var programClock: Int64?
  /// The map in force, which names the PID with stream_type 0x15, names another such PID in front of it.
  public internal(set) var isBehindOtherPID = false
  /// Its PTS is that of an audio PES packet of its program, give or take a tick. Audio may come later
  /// than the tag: then this becomes true later.
  public internal(set) var isOnAudioFrame = false
  /// A packet of this PES is missing: everything behind it has been left out.
  public internal(set) var hasGap = false
  /// One of its packets has the continuity counter of the packet before it and other content.
  public internal(set) var repeatsCounter = false
  /// What the tables and packets around it say that players judge differently.
  package internal(set) var multiplex = MultiplexFacts()
  /// Where the PES stands on the presentation timeline.
  public internal(set) var placement: Placement

  /// The time stamp is so far from the reference that it is not believed; nil when it is.
  public internal(set) var jump: Direction?

  /// Which way a time stamp leaps.
  public enum Direction: Sendable, Hashable {
    /// Back in time.
    case backward
    /// Ahead in time.
    case forward
  }

  /// Where a PES packet stands on the presentation timeline.
  public enum Placement: Sendable, Hashable {
    /// The reference has not been seen yet, or is too far away to be the right one.
    case waiting
    /// At this presentation time, in 90 kHz ticks.
    case placed(Int64)
    /// Without a time stamp that can be believed: at the reference before it, in 90 kHz ticks.
    case estimated(Int64)
    /// Nothing in the stream tells the time.
    case unplaced
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
