/// What happened to pings after they were made.
extension NielsenAppApi {
  /// Tells the delegate of an error of whoever sends the pings.
  ///
  /// - Parameters:
  ///   - code: One of the numbers 1 to 15.
  ///   - description: What happened and what to do, without an id.
  public func deliveryFailed(_ code: LogCode, _ description: String) {
    perform { $0.raiseOfDelivery(EngineProblem(.init(code), description)) }
  }

  /// Tells the delegate of an error of whoever sends the pings.
  ///
  /// - Parameters:
  ///   - code: One of the numbers 1001 to 1009.
  ///   - description: What happened and what to do, without an id.
  public func deliveryFailed(_ code: AppApiErrorCode, _ description: String) {
    perform { $0.raiseOfDelivery(EngineProblem(.init(code), description)) }
  }
}

extension Engine {
  /// Raises a problem that no call caused.
  fileprivate mutating func raiseOfDelivery(_ problem: EngineProblem) {
    raise(problem, now: now)
  }
}
