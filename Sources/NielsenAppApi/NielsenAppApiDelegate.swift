/// Receives the events and errors of an engine. Both methods are optional.
public protocol NielsenAppApiDelegate: AnyObject {
  /// Called on the thread of the call that raised the event.
  ///
  /// - Parameters:
  ///   - appApi: The engine.
  ///   - event: `Event Description` (String), `EventStatus` (Int, see ``AppApiEventCode``) and
  ///     `TimeStamp` (String, UTC).
  func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any])

  /// Called on the thread of the call that raised the error.
  ///
  /// - Parameters:
  ///   - appApi: The engine.
  ///   - error: `Error Description` (String), `ErrorStatus` (Int, see ``LogCode`` and
  ///     ``AppApiErrorCode``) and `TimeStamp` (String, UTC).
  func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any])
}

extension NielsenAppApiDelegate {
  /// Does nothing.
  public func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {}

  /// Does nothing.
  public func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {}
}
