/// Keeps the pings of engines until they are sent.
public protocol PingJournal: AnyObject, Sendable {
  /// The time of playing between two checkpoints, in milliseconds.
  var checkpointInterval: Int64 { get }

  /// Stores what one call of the engine made. When this returns, it is stored durably.
  ///
  /// Called while the engine is locked, in the order of the calls: it must not call back.
  func commit(_ entry: PingJournalEntry)

  /// The engine `instance` begins to use the journal.
  ///
  /// - Parameters:
  ///   - instance: The session id of the engine.
  ///   - onProblem: Reports problems with pings to the engine, and through it to its delegate. Called on
  ///     any thread, but not before this returns nor within ``commit(_:)`` and ``hold(_:_:)``.
  func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void)

  /// The engine `instance` is disabled, by its switch or because it has no configuration, or is enabled
  /// again: while one is disabled, nothing is sent. Called while the engine is locked, also before
  /// ``open(_:onProblem:)``: it must not call back.
  func hold(_ instance: String, _ isHeld: Bool)

  /// The app has switched the first-party id off: what waits is sent without it. Called while an engine starts: it
  /// must not call back.
  func forgetFirstPartyID()

  /// The engine `instance` ends. A last entry may follow. Called while the engine is locked: it must
  /// not call back.
  func close(_ instance: String)
}

extension PingJournal {
  /// Does nothing.
  public func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {}
  /// Does nothing.
  public func hold(_ instance: String, _ isHeld: Bool) {}
  /// Does nothing.
  public func forgetFirstPartyID() {}
  /// Does nothing.
  public func close(_ instance: String) {}
}

/// The result of one call of the engine.
public struct PingJournalEntry: Sendable {
  /// Names the engine instance: its session id, which no other instance has.
  public var instance: String
  /// The pings in order.
  public var pings: [Ping]
  /// The change of the checkpoint of the instance.
  public var checkpoint: Checkpoint
  /// When the pings of a checkpoint were found after their engine was lost, by the clock of the engines, in
  /// Unix seconds; nil: they were made now.
  public var recoveryTime: Int64?

  /// The pings that would be lost if the process ended now: those that closing the viewing session
  /// would make. They are to be sent only when the process is gone without having closed it.
  public enum Checkpoint: Sendable {
    /// Stays as it is.
    case unchanged
    /// These pings take the place of the former ones; none: there is nothing to lose any more.
    case replaced([Ping])
  }

  /// Makes an entry of its parts.
  public init(
    instance: String,
    pings: [Ping],
    checkpoint: Checkpoint = .unchanged,
    recoveryTime: Int64? = nil
  ) {
    self.recoveryTime = recoveryTime
    self.instance = instance
    self.pings = pings
    self.checkpoint = checkpoint
  }
}

/// A problem with pings after they were made, as the delegate of an engine receives it.
public struct DeliveryProblem: Sendable, Equatable, CustomStringConvertible {
  /// The number of the iOS SDK API Reference.
  public enum Code: Sendable, Hashable {
    /// One of 1 to 15.
    case log(LogCode)
    /// One of 1001 to 1009.
    case api(AppApiErrorCode)

    /// The number itself.
    public var number: Int {
      switch self {
      case .log(let code): code.rawValue
      case .api(let code): code.rawValue
      }
    }
  }

  /// The number.
  public var code: Code
  /// The event and its remedy, without an id.
  public var description: String

  /// Makes a problem of its parts.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
