/// The options of reading an input, and of following the reading.
public struct ReaderOptions {
  /// Only tags of this program.
  public var program: Int?
  /// Only tags of this PID.
  public var pid: Int?
  /// Read only the first N presentation seconds.
  public var limitSeconds: Double?
  /// Read the input as a text that may hold payload strings, even if it looks like media.
  public var readsText: Bool
  /// Refuse a text that is recognised by its content: the input was found, not named.
  public var refusesText = false
  /// A fault that lasts, such as a declaration in a PMT, is noted again after N seconds of the
  /// stream; nil: it is noted once.
  public var reminder: Double?
  /// Called after each chunk with the bytes read and, where known, the size of the input; of a presentation before each event
  /// is waited for, and at the end.
  public var progress: (Int64, Int64?) -> Void
  /// Called after each chunk of a stream without playlists with the bytes up to the latest in which media was found.
  package var mediaProgress: (Int64) -> Void = { _ in }
  /// Called with the publish time, in Unix seconds, of the latest version of a DASH manifest that expires, where
  /// media says so; nil: the message gives none.
  package var manifestExpires: (Double?) -> Void = { _ in }

  /// Everything of the input, by default.
  public init(
    program: Int? = nil,
    pid: Int? = nil,
    limitSeconds: Double? = nil,
    readsText: Bool = false,
    reminder: Double? = nil,
    progress: @escaping (Int64, Int64?) -> Void = { _, _ in }
  ) {
    self.program = program
    self.pid = pid
    self.limitSeconds = limitSeconds
    self.readsText = readsText
    self.reminder = reminder
    self.progress = progress
  }
}

extension ReaderOptions {
  /// Whether a tag is among those asked for.
  func wants(_ tag: TimedTag) -> Bool {
    if let program, tag.program != program { return false }
    if let pid, tag.pid != pid { return false }
    if let limitSeconds, let time = tag.time, time > limitSeconds { return false }
    return true
  }

  /// The summary of an input of a medium that has no programs.
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
