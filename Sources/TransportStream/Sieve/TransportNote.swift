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

  /// Makes a note.
  public init(
    rule: String,
    position: StreamPosition,
    pid: UInt16? = nil,
    program: UInt16? = nil,
    amount: Int? = nil,
    measured: Int64? = nil,
    time: Int64? = nil,
    detail: String
  ) {
    self.rule = rule
    self.position = position
    self.pid = pid
    self.program = program
    self.amount = amount
    self.measured = measured
    self.time = time
    self.detail = detail
  }
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
      detail: "continuity \(last) → \(counter): \(lost) packet\(lost == 1 ? "" : "s") lost"
        + (breaksTag ? ", tag incomplete" : "")
    )
    self.concernsTables = concernsTables
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
  init(
    scrambledOn pid: UInt16,
    program: UInt16?,
    _ run: (count: Int, firstPosition: StreamPosition, firstTime: Int64?)
  ) {
    self.init(
      rule: "ts-scrambled",
      position: run.firstPosition,
      pid: pid,
      program: program,
      amount: run.count,
      time: run.firstTime,
      detail: run.count == 1
        ? "1 scrambled packet on the ID3 PID, not readable"
        : "\(run.count) scrambled packets on the ID3 PID, not readable"
    )
  }

  /// Makes the note of packets of a PID that a demodulator could not repair.
  init(
    damagedOn pid: UInt16,
    program: UInt16? = nil,
    _ count: Int,
    at position: StreamPosition,
    time: Int64?
  ) {
    self.init(
      rule: "ts-transport-error",
      position: position,
      pid: pid,
      program: program,
      amount: count,
      time: time,
      detail: count == 1
        ? "transport error indicator set, packet not used"
        : "transport error indicator set, \(count) packets not used"
    )
  }
}
