/// The results of pings after they were made.
extension NielsenAppApi {
  /// Lets the journal report its problems from now on.
  func openJournal() {
    guard let journal = environment.journal, let instance = read({ $0.identities.sessionID }) else {
      return
    }
    journal.open(instance) { [weak self] problem in
      switch problem.code {
      case .log(let code): self?.deliveryFailed(code, problem.description)
      case .api(let code): self?.deliveryFailed(code, problem.description)
      }
    }
  }

  /// Reports an error of the sender of the pings to the delegate. A journal does so by itself.
  ///
  /// - Parameters:
  ///   - code: One of the numbers 1 to 15.
  ///   - description: The event and its remedy, without an id.
  public func deliveryFailed(_ code: LogCode, _ description: String) {
    perform { $0.raiseOfDelivery(EngineProblem(.init(code), description)) }
  }

  /// Reports an error of the sender of the pings to the delegate.
  ///
  /// - Parameters:
  ///   - code: One of the numbers 1001 to 1009.
  ///   - description: The event and its remedy, without an id.
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
