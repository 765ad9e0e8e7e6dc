/// Something unusual in a transport stream, with its place.
public struct TransportNote: Sendable, Hashable {
  /// The conformance rule it concerns, in kebab case, such as `ts-continuity`.
  public var rule: String
  /// Byte position of the packet in the input.
  public var offset: Int64
  /// The PID concerned, if any.
  public var pid: UInt16?
  /// The program concerned, if any.
  public var program: UInt16?
  /// How much it counts for, where that is not once: bytes skipped, packets lost.
  public var amount: Int?
  /// Where it stands on the presentation timeline in 90 kHz ticks, when a clock runs.
  public var time: Int64?
  /// By how many 90 kHz ticks a clock jumps, where that is what it says.
  public var ticks: Int64?
  /// One sentence in plain words: what was seen, with numbers.
  public var detail: String

  /// Makes a note with the given parts.
  public init(
    rule: String,
    offset: Int64,
    pid: UInt16? = nil,
    program: UInt16? = nil,
    amount: Int? = nil,
    time: Int64? = nil,
    ticks: Int64? = nil,
    detail: String
  ) {
    self.rule = rule
    self.offset = offset
    self.pid = pid
    self.program = program
    self.amount = amount
    self.time = time
    self.ticks = ticks
    self.detail = detail
  }
}
