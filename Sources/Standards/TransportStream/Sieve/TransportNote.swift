/// Something unusual in a transport stream, with its place.
public struct TransportNote: Sendable, Hashable {
  /// The conformance rule it concerns, in kebab case, such as `ts-continuity`.
  public var rule: String
  /// Byte position of the packet in the input.
  public var position: StreamPosition
  /// The PID concerned, if any.
  public var pid: UInt16?
  /// The program concerned, if any.
  public var program: UInt16?
  /// The amount, if it is not 1: bytes skipped, packets lost.
  public var amount: Int?
  /// The measured time in 90 kHz ticks, if the note is about a time.
  public var measured: Int64?
  /// The position on the presentation timeline in 90 kHz ticks, if a clock runs.
  public var time: Int64?
  /// Whether it is only about the packets of PAT and PMT, not about a tag.
  public var concernsTables = false
  /// The finding in one sentence, with numbers.
  public var detail: String
}

extension TransportNote {
  /// Makes the note of packets of a PID that are missing between two continuity counters, which count from 0
  /// to 15.
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
      detail: "continuity \(last) → \(counter): \(lost) packet\(lost == 1 ? "" : "s") lost"
        + (breaksTag ? ", tag incomplete" : "")
    )
  }

  /// Makes the note of a continuity counter that does not count.
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

  /// Makes the note of consecutive scrambled packets of an ID3 PID.
  init(scrambledOn pid: UInt16, program: UInt16?, _ run: PacketRun) {
    let packets = run.count == 1 ? "1 scrambled packet" : "\(run.count) scrambled packets"
    self.init(
      rule: "ts-scrambled",
      position: run.first.position,
      pid: pid,
      program: program,
      amount: run.count,
      time: run.first.time,
      detail: "\(packets) on the ID3 PID, not readable"
    )
  }

  /// Makes the note of packets of a PID that a demodulator could not repair.
  init(damagedOn pid: UInt16, program: UInt16? = nil, _ run: PacketRun) {
    let packets = run.count == 1 ? "packet" : "\(run.count) packets"
    self.init(
      rule: "ts-transport-error",
      position: run.first.position,
      pid: pid,
      program: program,
      amount: run.count,
      time: run.first.time,
      detail: "transport error indicator set, \(packets) not used"
    )
  }

  /// Makes the note of all missing packets of PIDs other than those of ID3 and tables.
  init(framesLost run: PacketRun) {
    let packets = run.count == 1 ? "1 packet" : "\(run.count) packets"
    self.init(
      rule: "ts-frames-lost",
      position: run.first.position,
      amount: run.count,
      time: run.first.time,
      detail: "\(packets) of audio, video and other data lost"
    )
  }
}

/// Packets that could not be used or did not arrive, counted to make one note.
struct PacketRun {
  private(set) var count = 0
  /// The place of the first of them.
  private(set) var first: (position: StreamPosition, time: Int64?) = (.start, nil)

  /// Counts packets.
  mutating func add(
    _ packets: Int = 1,
    position: StreamPosition,
    time: @autoclosure () -> Int64?
  ) {
    if count == 0 { first = (position, time()) }
    count += packets
  }

  /// Ends the run, and returns it; nil when it is empty.
  mutating func end() -> PacketRun? {
    guard count > 0 else { return nil }
    defer { self = PacketRun() }
    return self
  }
}
