import ArgumentParser

/// The exit codes of id3tap, except 0. No other file defines one.
enum ExitCodes {
  /// 1, from `check`, `expect`, `compare`, `rehearse`, `report`, `trace` and `watch`: an input failed its check or gives
  /// no template, pings differ, a rehearsal failed or is incomplete (`--complete`), something got worse (`report
  /// --diff`), a tag was lost or changed along a chain or no tap has a tag, or the alarm of `--stop-on` was raised.
  static let found = ExitCode(1)
  /// 2: a failure, such as an input that could not be read, results that could not be written, or pings that no
  /// collector received.
  static let failed = ExitCode(2)
  /// 64 (EX_USAGE): wrong options.
  static let wrongUsage = ExitCode.validationFailure
  /// 130: the user interrupted the command with Ctrl-C or another signal.
  static let interrupted = ExitCode(130)
}
