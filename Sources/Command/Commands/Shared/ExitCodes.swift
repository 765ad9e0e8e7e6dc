import ArgumentParser

/// The exit codes of id3tap, except 0. No other file defines one.
enum ExitCodes {
  /// 1, from `check`, `expect`, `compare`, `rehearse`, `report`, `trace` and `watch`: the command did its work, but the
  /// result is not good, such as a failed check, pings that differ, a lost tag, or the alarm of `--stop-on`.
  static let found = ExitCode(1)
  /// 2: a failure, such as an input that could not be read, results that could not be written, or pings that no
  /// collector received.
  static let failed = ExitCode(2)
  /// 64 (EX_USAGE): wrong options.
  static let wrongUsage = ExitCode.validationFailure
  /// 130: the user interrupted the command with Ctrl-C or another signal.
  static let interrupted = ExitCode(130)
}
