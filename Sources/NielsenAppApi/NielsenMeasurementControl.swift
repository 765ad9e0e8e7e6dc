/// Lets `stop` and `end` be written without parentheses, as the published snippets do.
///
/// `api?.stop` and `api?.stop()` both stop, once.
public protocol NielsenMeasurementControl: AnyObject {
  /// Pauses the measurement.
  func stop()
  /// Ends the viewing session.
  func end()
}

extension NielsenMeasurementControl {
  /// Reading it calls `stop()`.
  public var stop: Void { self.stop() as Void }
  /// Reading it calls `end()`.
  public var end: Void { self.end() as Void }
}
