/// Receives the events and errors of an engine. Both methods are optional.
public protocol NielsenAppApiDelegate: AnyObject {
  /// Called on the thread that made the API call or delivered the configuration that caused the event.
  ///
  /// - Parameters:
  ///   - appApi: The engine.
  ///   - event: `Event Description` (String), `EventStatus` (Int, see ``AppApiEventCode``) and
  ///     `TimeStamp` (String, UTC).
  func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any])

  /// Called on the thread that made the API call, delivered the answer or reported the delivery problem that caused the
  /// error.
  ///
  /// - Parameters:
  ///   - appApi: The engine.
  ///   - error: `Error Description` (String), `ErrorStatus` (Int, see ``LogCode`` and
  ///     ``AppApiErrorCode``) and `TimeStamp` (String, UTC).
  func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any])
}

extension NielsenAppApiDelegate {
  /// Ignores the event.
  public func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {}

  /// Ignores the error.
  public func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {}
}

/// The events an engine raises, with the numbers of the iOS SDK API Reference.
public enum AppApiEventCode: Int, CaseIterable, Sendable {
  /// A valid configuration was loaded, and calls are measured.
  case startup = 2001
  /// The instance was closed.
  case shutdown = 2002
}

/// The errors 1 to 15 of the iOS SDK API Reference.
public enum LogCode: Int, CaseIterable, Sendable {
  /// The argument of `play` could not be read.
  case failedParseStartInfo = 1
  /// The argument of `loadMetadata`, `updateMetadata` or `updateOTT` is not valid.
  case failedParseMetadata
  /// A tag payload could not be read.
  case failedProcessID3
  /// The configuration was not received.
  case failedReceiveConfig
  /// The configuration is not valid.
  case failedParseConfig
  /// A product could not be started.
  case failedStartProcessor
  /// A mandatory parameter of a ping was empty.
  case failedCreateUrl
  /// A request could not be made.
  case failedCreateRequest
  /// A request got no answer.
  case failedSendHttpRequest
  /// A ping was not accepted, or was dropped because too many were waiting.
  case failedSendPing
  /// A time-shift lookup failed.
  case failedSendTSV
  /// The metadata of audio has no station id.
  case failedSendStationRequest
  /// The database of pings or the store of identities failed.
  case failedAccessDatabase
  /// Any other error inside the engine.
  case exception
  /// A playhead position is not valid.
  case invalidPlayheadPosition

  /// The name without its prefix, such as `FailedCreateUrl`.
  public var name: String { "\(self)".prefix(1).uppercased() + "\(self)".dropFirst() }
}

/// The errors 1001 to 1009 of the iOS SDK API Reference.
public enum AppApiErrorCode: Int, CaseIterable, Sendable {
  /// The network or the collector could not be reached.
  case networkConnectionFailure = 1001
  /// A file could not be written.
  case fileWriteFailure
  /// A file could not be read.
  case fileReadFailure
  /// A value is blank.
  case emptyValue
  /// The application name is blank.
  case emptyAppName
  /// The application version is blank.
  case emptyAppVersion
  /// The application id is missing or blank, or appInfo could not be read.
  case emptyAppId
  /// The instance could not be made, for a known reason.
  case anExceptionOccured
  /// The instance could not be made, for an unknown reason.
  case unknownExceptionOccured

  /// The name with its prefix, such as `AppApiEmptyValue`.
  public var name: String { "AppApi" + "\(self)".prefix(1).uppercased() + "\(self)".dropFirst() }
}
