/// One PES packet of an ID3 PID, or a piece of a very large one, with facts about it. The sieve hands it out when its
/// transport packets, its position on the presentation timeline and the audio around it are known or no longer awaited.
public struct MetadataPES: Sendable {
  /// The number of earlier PES packets on the PID. The pieces of a very large PES packet have the same number.
  public let number: Int
  /// The PID, 0 to 8191.
  public let pid: UInt16
  /// The program whose map declares the PID; nil if no map had declared the PID yet.
  public let program: UInt16?
  /// The position of the transport packet that starts the PES packet.
  public let position: StreamPosition
  /// The position of the latest transport packet with a part of the PES packet, up to its declared length.
  public internal(set) var lastPosition: StreamPosition
  /// The PES header; nil if it was cut off.
  public let header: PESHeader?
  /// Whether no map in force declared the PID when the packet arrived.
  public let isUndeclared: Bool
  /// Whether the transport packets were kept, because not all program maps had arrived.
  let isReplayed: Bool
  /// The transport packets for a demultiplexer, 188 bytes each. The first one starts a unit. Some errors in
  /// the PES header are repaired, because a demultiplexer would lose bytes or the time stamp.
  public internal(set) var packets: [UInt8] = []
  /// Whether this piece continues the previous PES packet on the PID, which was too large for one piece.
  public internal(set) var isContinuation = false
  /// The raw PTS of the program's latest audio PES packet before this PES packet; nil if it is unknown, or if no audio
  /// has arrived since the last declared discontinuity or missing part of the input.
  public internal(set) var audioPTS: Int64?
  /// Whether an earlier or later audio PES packet of the program has the same PTS within one tick. Nil if that is
  /// unknown: for example, there is no PTS, no audio is within two seconds of it, or the part of the input ended first.
  public internal(set) var hasAudioFrame: Bool?
  /// The program's latest raw PCR base, 33 bits, before this PES packet; nil if it is unknown.
  public internal(set) var programClock: Int64?
  /// Whether the map in force lists the PID, with stream_type 0x15, after another PID of this type.
  public internal(set) var isAfterOtherPID = false
  /// Whether transport packets are missing before the end of this PES packet was found; its packets after the gap were
  /// left out. Packets that are missing after a complete PES packet are reported by ``SieveItem/gap(pid:)``.
  public internal(set) var hasGap = false
  /// Whether the continuity counter did not continue, without a declared discontinuity, after the headers of the PES
  /// packet and before a length showed its end.
  public internal(set) var isBroken = false
  /// Whether a transport packet unexpectedly has the counter of the previous packet, but different content.
  public internal(set) var repeatsCounter = false
  /// Whether the PES packet begins in one segment and ends in another.
  public internal(set) var spansSegments = false
  /// Properties of the surrounding tables and packets, which players handle in different ways.
  package internal(set) var multiplex = MultiplexFacts()
  /// The position of the PES packet on the presentation timeline.
  public internal(set) var placement = Placement.waiting
  /// The sum of the clock's steps before this PES packet, in ticks, declared or not: the PTS minus the presentation
  /// time minus the time stamp at time 0. Nil if there is no PTS or no clock.
  package internal(set) var clockStep: Int64?
  /// The part of `clockStep` since the first frame of the segment; 0 before that frame.
  package internal(set) var stepInSegment: Int64 = 0
  /// Ticks from the reference to a PTS that is too far away to be used; negative if the PTS is earlier. Otherwise nil.
  public internal(set) var jump: Int64?

  /// A copy without the transport packets, for a reader that has demultiplexed them.
  package func withoutPackets() -> MetadataPES {
    var facts = self
    facts.packets = []
    return facts
  }

  /// The position of a PES packet on the presentation timeline.
  public enum Placement: Sendable, Hashable {
    /// Not known yet: the reference has not been found, is too far from the PTS, or has made a doubtful step. A PES
    /// packet that was handed out is never in this state.
    case waiting
    /// At this presentation time, in 90 kHz ticks.
    case placed(Int64)
    /// Estimated from the previous time stamp of the reference, in 90 kHz ticks, because the PES packet has no usable
    /// PTS.
    case estimated(Int64)
    /// There is no clock for the PES packet.
    case unplaced
  }

  /// The presentation time in 90 kHz ticks; nil if it is unknown.
  public var time: Int64? {
    switch placement {
    case .placed(let time), .estimated(let time): time
    case .waiting, .unplaced: nil
    }
  }
}
