extension ReaderOptions {
  /// Whether a tag belongs to what was asked for.
  func selects(_ tag: TimedTag) -> Bool {
    if let program, tag.program != program { return false }
    if let pid, tag.pid != pid { return false }
    if let limitSeconds, let time = tag.time, time > limitSeconds { return false }
    return true
  }
}
