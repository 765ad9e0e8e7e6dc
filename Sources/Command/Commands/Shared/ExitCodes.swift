import ArgumentParser

/// The exit codes of id3tap, except 0. No other file defines one.
enum ExitCodes {
  /// 1, of `check`, `expect`, `compare`, `rehearse`, `report`, `trace` and `watch`: an input failed its check or gives
  /// no template, pings differ, a rehearsal failed, something got worse (`report --diff`), a tag was lost or changed
  /// along a chain, or the alarm of `--stop-on` was raised.
  static let found = ExitCode(1)
  /// 2: an input could not be read, or results could not be written.
  static let failed = ExitCode(2)
  /// 64 (EX_USAGE): wrong options.
  static let wrongUsage = ExitCode.validationFailure
  /// 130: Ctrl-C.
  static let interrupted = ExitCode(130)
}
