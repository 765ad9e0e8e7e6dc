import Formats

/// Something unusual in a transport stream, with its position.
public struct TransportNote: Sendable, Hashable {
  /// The id of the conformance rule, in kebab case, such as `ts-continuity`.
  public var rule: String
  /// The position in the input at which the note applies.
  public var position: StreamPosition
  /// The PID; nil if the note is not about one PID.
  public var pid: UInt16?
  /// The program; nil if the note is not about one known program.
  public var program: UInt16?
  /// The number of skipped bytes, unusable or lost packets, or ignored PIDs or programs; nil if nothing was counted.
  public var amount: Int?
  /// The measured duration in 90 kHz ticks; nil if no duration was measured.
  public var measured: Int64?
  /// The presentation time in 90 kHz ticks; nil if it is unknown.
  public var time: Int64?
  /// Whether a `ts-continuity` note is about a PID of PAT or PMT, and not about an ID3 PID.
  public var concernsTables = false
  /// What was found, in a few words.
  public var detail: String
}

extension TransportNote {
  /// The note about missing packets of a PID between two continuity counters, which count from 0 to 15.
  init(
    lossOn pid: UInt16,
    program: UInt16? = nil,
    from last: UInt8,
    to counter: UInt8,
    breaksTag: Bool = false,
    concernsTables: Bool = false,
    position: StreamPosition
  ) {
    let lost = (Int(counter) - Int(last) - 1) & 0x0F
    self.init(
      rule: "ts-continuity",
      position: position,
      pid: pid,
      program: program,
      amount: lost,
      concernsTables: concernsTables,
      detail: "continuity \(last) → \(counter): \(Decimals.counted(lost, "packet")) lost"
        + (breaksTag ? ", PES packet incomplete" : "")
    )
  }

  init(
    standstillOn pid: UInt16,
    program: UInt16? = nil,
    at counter: UInt8,
    position: StreamPosition
  ) {
    self.init(
      rule: "ts-continuity",
      position: position,
      pid: pid,
      program: program,
      detail: "continuity \(counter) → \(counter): the continuity counter does not count"
    )
  }

  init(scrambledOn pid: UInt16, program: UInt16?, _ run: PacketRun) {
    let packets = run.count == 1 ? "1 scrambled packet" : "\(run.count) scrambled packets"
    self.init(
      rule: "ts-scrambled",
      position: run.first.position,
      pid: pid,
      program: program,
      amount: run.count,
      time: run.first.time,
      detail: "\(packets) on the ID3 PID cannot be read"
    )
  }

  /// The note about packets of a PID that a demodulator could not correct.
  init(damagedOn pid: UInt16, program: UInt16? = nil, _ run: PacketRun) {
    let packets = run.count == 1 ? "packet" : "\(run.count) packets"
    self.init(
      rule: "ts-transport-error",
      position: run.first.position,
      pid: pid,
      program: program,
      amount: run.count,
      time: run.first.time,
      detail: "transport error indicator set: \(packets) not used"
    )
  }

  /// The note about the missing packets on the PIDs that carry neither ID3 nor tables.
  init(framesLost run: PacketRun) {
    let packets = Decimals.counted(run.count, "packet")
    self.init(
      rule: "ts-frames-lost",
      position: run.first.position,
      amount: run.count,
      time: run.first.time,
      detail: "\(packets) of audio, video and other data lost"
    )
  }
}

/// A run of packets that could not be used or did not arrive, counted for one note.
struct PacketRun {
  private(set) var count = 0
  /// The position and the presentation time of the first packet.
  private(set) var first: (position: StreamPosition, time: Int64?) = (.start, nil)

  mutating func add(_ packets: Int = 1, position: StreamPosition, time: @autoclosure () -> Int64?) {
    if count == 0 { first = (position, time()) }
    count += packets
  }

  mutating func end() -> PacketRun? {
    guard count > 0 else { return nil }
    defer { self = PacketRun() }
    return self
  }
}
