/// One PES packet of an ID3 PID: its transport packets, and all facts about it. The sieve hands a PES packet out when all
/// its transport packets, its position on the presentation timeline and its audio are known.
public struct MetadataPES: Sendable {
  /// The number of PES packets that started on its PID before it. The pieces of a very large PES packet have the
  /// same number.
  public let number: Int
  /// The PID, 0 to 8191.
  public let pid: UInt16
  /// The program whose map names the PID.
  public let program: UInt16?
  /// The position of the transport packet that starts the PES packet.
  public let position: StreamPosition
  /// The position of the latest transport packet with a part of the PES packet, up to its
  /// declared length.
  public internal(set) var lastPosition: StreamPosition
  /// The PES header as carried; nil when it was cut off.
  public let header: PESHeader?
  /// Whether no program map had declared the PID when the packet arrived.
  public let isUndeclared: Bool
  /// Whether its packets were kept until a program map declared their PID.
  let isReplayed: Bool
  /// The transport packets for a demultiplexer, 188 bytes each. The first packet starts a unit. A wrong length or
  /// wrong flags in the PES header are repaired where a demultiplexer would lose bytes or the time stamp.
  public internal(set) var packets: [UInt8] = []
  /// Whether it is a further piece of the PES packet before it on its PID, which was too large for one piece.
  public internal(set) var isContinuation = false
  /// The raw PTS of the audio PES packet of its program before it in the multiplex; nil if there is none
  /// since the last declared discontinuity.
  public internal(set) var audioPTS: Int64?
  /// Whether an audio PES packet of its program, before it or after it, has its PTS, within one tick; nil when that is
  /// unknown: it has no PTS, no audio is within two seconds of it, or the part of the input ended first.
  public internal(set) var hasAudioFrame: Bool?
  /// The raw PCR base, 33 bits, of its program before it in the multiplex.
  public internal(set) var programClock: Int64?
  /// Whether the map in force names the PID with stream_type 0x15, and another such PID before it.
  public internal(set) var isAfterOtherPID = false
  /// Whether a packet of this PES is missing: everything after it has been left out. For packets that are missing
  /// after a complete PES packet see ``SieveItem/gap(pid:)``.
  public internal(set) var hasGap = false
  /// Whether the continuity counter of the packet after it does not follow that of its last packet, and no length
  /// shows that it is whole.
  public internal(set) var isBroken = false
  /// Whether one of its packets has the continuity counter of the packet before it and other content.
  public internal(set) var repeatsCounter = false
  /// Whether it begins in one segment and ends in another.
  public internal(set) var spansSegments = false
  /// The facts about the tables and packets around it that players handle differently.
  package internal(set) var multiplex = MultiplexFacts()
  /// The position of the PES on the presentation timeline.
  public internal(set) var placement = Placement.waiting
  /// Ticks by which its PTS is ahead of its presentation time, less the time stamp at time 0 of the stream: the steps of
  /// the clock, declared by the `discontinuity_indicator` or not. Nil without a PTS or a clock.
  package internal(set) var clockStep: Int64?
  /// The part of these steps that the first frame of its segment did not have; 0 before that frame.
  package internal(set) var stepInSegment: Int64 = 0
  /// Ticks by which its time stamp is ahead of the reference (negative: behind it), when that is too far for it to be
  /// used; nil: it is used.
  public internal(set) var jump: Int64?

  /// The facts alone, for a reader that has demultiplexed the packets.
  package func withoutPackets() -> MetadataPES {
    var facts = self
    facts.packets = []
    return facts
  }

  /// The position of a PES packet on the presentation timeline.
  public enum Placement: Sendable, Hashable {
    /// The reference has not been found yet, or is too far away to be the right one. A PES packet that has been
    /// handed out does not wait.
    case waiting
    /// At this presentation time, in 90 kHz ticks.
    case placed(Int64)
    /// Without a usable time stamp: at the reference before it, in 90 kHz ticks.
    case estimated(Int64)
    /// The stream has no clock.
    case unplaced
  }

  /// The presentation time in 90 kHz ticks; nil without a clock.
  public var time: Int64? {
    switch placement {
    case .placed(let time), .estimated(let time): time
    case .waiting, .unplaced: nil
    }
  }
}
