import Logging

/// One output of a call, delivered after the lock is released.
enum Outgoing: Sendable {
  case ping(Ping)
  case notice(EngineNotice)
  case question(TimeShiftQuestion, TimeShiftResponder.Lookup, TimeShiftResponder)
  case configurationRequest(Int)
  case log(Logger.Level, String)
}
