import ArgumentParser

/// The exit codes of id3tap, except 0. No other file defines one.
enum ExitCodes {
  /// 1: an input failed its check (`CheckRun`) or gives no template, pings differ, a rehearsal failed, something got
  /// worse (`report --diff`), a tag was lost or changed along a chain, or the alarm of `--stop-on` was raised. The runs of
  /// `check`, `expect`, `compare`, `rehearse`, `report`, `trace` and `watch` end with it.
  static let found = ExitCode(1)
  /// 2: an input could not be read, or results could not be written.
  static let failed = ExitCode(2)
  /// 64 (EX_USAGE): wrong options, also those that the argument parser refuses.
  static let wrongUsage = ExitCode.validationFailure
  /// 130: Ctrl-C.
  static let interrupted = ExitCode(130)
}
