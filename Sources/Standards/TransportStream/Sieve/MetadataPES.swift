/// One PES packet of an ID3 PID with all facts about it. The sieve hands it out when its transport packets, its
/// position on the presentation timeline and the audio around it are known.
public struct MetadataPES: Sendable {
  /// The number of PES packets that started before it on its PID. The pieces of a very large PES packet have the same
  /// number.
  public let number: Int
  /// The PID, 0 to 8191.
  public let pid: UInt16
  /// The program whose map declares the PID.
  public let program: UInt16?
  /// The position of the transport packet that starts the PES packet.
  public let position: StreamPosition
  /// The position of the latest transport packet with a part of the PES packet, up to its declared length.
  public internal(set) var lastPosition: StreamPosition
  /// The PES header; nil if it was cut off.
  public let header: PESHeader?
  /// Whether no program map had declared the PID when the packet arrived.
  public let isUndeclared: Bool
  /// Whether its transport packets were kept until a program map declared their PID.
  let isReplayed: Bool
  /// The transport packets for a demultiplexer, 188 bytes each. The first one starts a unit. A wrong length or wrong
  /// flags in the PES header are repaired if a demultiplexer would lose bytes or the time stamp.
  public internal(set) var packets: [UInt8] = []
  /// Whether it continues the previous PES packet on its PID, which was too large for one piece.
  public internal(set) var isContinuation = false
  /// The raw PTS of the audio PES packet of its program that precedes it in the multiplex; nil if there is none since
  /// the last declared discontinuity.
  public internal(set) var audioPTS: Int64?
  /// Whether an audio PES packet of its program, before or after it, has the same PTS within one tick. Nil if that is
  /// unknown: it has no PTS, no audio is within two seconds of it, or the part of the input ended first.
  public internal(set) var hasAudioFrame: Bool?
  /// The raw PCR base, 33 bits, of its program that precedes it in the multiplex.
  public internal(set) var programClock: Int64?
  /// Whether the map in force lists the PID with stream_type 0x15 after another such PID.
  public internal(set) var isAfterOtherPID = false
  /// Whether a transport packet of this PES packet is missing; everything after it was left out. Packets that are
  /// missing after a complete PES packet are reported by ``SieveItem/gap(pid:)``.
  public internal(set) var hasGap = false
  /// Whether the continuity counter of the transport packet after it does not follow, and no length shows that the PES
  /// packet is complete.
  public internal(set) var isBroken = false
  /// Whether one of its transport packets has the continuity counter of the previous one and other content.
  public internal(set) var repeatsCounter = false
  /// Whether it begins in one segment and ends in another.
  public internal(set) var spansSegments = false
  /// Facts about the tables and packets around it that players handle differently.
  package internal(set) var multiplex = MultiplexFacts()
  /// The position of the PES packet on the presentation timeline.
  public internal(set) var placement = Placement.waiting
  /// The steps of the clock up to here in ticks, declared by `discontinuity_indicator` or not: how far the PTS is ahead
  /// of the presentation time plus the time stamp at time 0. Nil without a PTS or a clock.
  package internal(set) var clockStep: Int64?
  /// The part of these steps since the first frame of its segment; 0 before that frame.
  package internal(set) var stepInSegment: Int64 = 0
  /// How far its time stamp is ahead of the reference in ticks (negative: behind it), if that is too far for the time
  /// stamp to be used; nil if it is used.
  public internal(set) var jump: Int64?

  /// The facts without the transport packets, for a reader that has demultiplexed them.
  package func withoutPackets() -> MetadataPES {
    var facts = self
    facts.packets = []
    return facts
  }

  /// The position of a PES packet on the presentation timeline.
  public enum Placement: Sendable, Hashable {
    /// Not known yet: the reference has not been found, or is too far away to be right. A PES packet that was handed
    /// out is never in this state.
    case waiting
    /// At this presentation time, in 90 kHz ticks.
    case placed(Int64)
    /// Estimated from the reference before it, in 90 kHz ticks, because it has no usable time stamp.
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
