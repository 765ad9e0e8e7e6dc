/// Options that select the program, the PID and the part of an input to read.
public struct ReaderOptions: Sendable {
  /// The program whose tags are read; nil means all programs.
  public var program: Int?
  /// The PID whose tags are read; nil means all PIDs.
  public var pid: Int?
  /// The number of presentation seconds to read; nil means the whole input.
  public var limitSeconds: Double?
  /// Whether to read the input as text with payload strings, even if it looks like media.
  public var readsText: Bool
  /// Whether to refuse an input that is recognized as text. This is true for files that were found in a directory.
  public var refusesText = false
  /// Seconds of stream time after which a lasting fault, such as a wrong declaration in a PMT, is reported again. Nil
  /// means that the fault is reported once.
  public var reminder: Double?
  /// Called when an event in the media ends the validity of versions of its DASH manifest. The argument is the publish
  /// time of the latest expired version, in Unix seconds; nil if the message gives no time.
  package var manifestExpires: @Sendable (Double?) -> Void = { _ in }

  /// Makes options that by default read everything.
  public init(
    program: Int? = nil,
    pid: Int? = nil,
    limitSeconds: Double? = nil,
    readsText: Bool = false,
    reminder: Double? = nil
  ) {
    self.program = program
    self.pid = pid
    self.limitSeconds = limitSeconds
    self.readsText = readsText
    self.reminder = reminder
  }
}

extension ReaderOptions {
  func wants(_ tag: TimedTag) -> Bool {
    if let program, tag.program != program { return false }
    if let pid, tag.pid != pid { return false }
    if let limitSeconds, let time = tag.time, time > limitSeconds { return false }
    return true
  }

  /// Makes the summary of an input whose kind of media has no programs.
  func summary(
    _ media: MediaKind,
    seconds: Double?,
    isDeclared: Bool = false,
    tags: Int
  ) -> InputSummary {
    let stream = StreamSummary(program: nil, pid: nil, declared: isDeclared, tags: tags)
    var summary = InputSummary(
      duration: seconds.map { min($0, limitSeconds ?? .infinity) },
      streams: isDeclared || tags > 0 ? [stream] : [],
      byteCount: 0
    )
    summary.media = [media]
    return summary
  }
}
