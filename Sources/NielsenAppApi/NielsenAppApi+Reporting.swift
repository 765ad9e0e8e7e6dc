/// For whoever sends the pings: errors that the engine cannot meet itself.
extension NielsenAppApi {
  /// Tells the delegate of an error while sending, such as ``LogCode/failedSendHttpRequest``.
  ///
  /// May be called from any thread; ignored by an inert instance.
  ///
  /// - Parameters:
  ///   - code: The error.
  ///   - description: What happened and what to do. It must hold no id.
  public func report(_ code: LogCode, _ description: String) {
    perform { $0.raise(EngineProblem(EngineProblem.Code(code), description), now: $0.now) }
  }

  /// Tells the delegate of an error while sending, such as
  /// ``AppApiErrorCode/networkConnectionFailure``.
  ///
  /// May be called from any thread; ignored by an inert instance.
  ///
  /// - Parameters:
  ///   - code: The error.
  ///   - description: What happened and what to do. It must hold no id.
  public func report(_ code: AppApiErrorCode, _ description: String) {
    perform { $0.raise(EngineProblem(EngineProblem.Code(code), description), now: $0.now) }
  }
}
