/// A journal, which keeps the pings of engines until they are sent.
public protocol PingJournal: AnyObject, Sendable {
  /// The time between two checkpoints while playing, in milliseconds.
  var checkpointInterval: Int64 { get }

  /// Stores the result of one call of the engine durably before it returns.
  ///
  /// Called while the engine is locked, in the order of the calls: it must not call the engine.
  func commit(_ entry: PingJournalEntry)

  /// Tells the journal that the engine `instance` begins to use it.
  ///
  /// - Parameters:
  ///   - instance: The session id of the engine.
  ///   - onProblem: Reports problems with pings to the engine, and through it to its delegate.
  ///     Called on any thread, but not before this method returns, and not within ``commit(_:)``
  ///     and ``hold(_:_:)``.
  func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void)

  /// Tells the journal whether the engine `instance` is disabled, by its switch or because it has
  /// no configuration. While an engine is disabled, nothing is sent. Called while the engine is
  /// locked, and also before ``open(_:onProblem:)``: it must not call the engine.
  func hold(_ instance: String, _ isHeld: Bool)

  /// Removes the first-party id from waiting pings, because the app has switched it off. Called
  /// while an engine starts: it must not call the engine.
  func forgetFirstPartyID()

  /// Tells the journal that the engine `instance` ends. A last entry may follow. Called while the
  /// engine is locked: it must not call the engine.
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
  /// The session id of the engine, which no other instance has.
  public var instance: String
  /// The pings in order.
  public var pings: [Ping]
  /// The change to the checkpoint of the instance.
  public var checkpoint: Checkpoint
  /// When the pings of a checkpoint were found after their engine was lost, by the engines' clock,
  /// in Unix seconds; nil: the pings are new.
  public var recoveryTime: Int64?

  /// A change to the checkpoint: the pings that closing the viewing session now would make. They
  /// are sent only if the process ends without closing it.
  public enum Checkpoint: Sendable {
    /// The checkpoint stays as it is.
    case unchanged
    /// The pings replace those of the former checkpoint; an empty list removes it.
    case replaced([Ping])
  }

  /// Makes an entry.
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

/// A problem with sending pings, as the delegate of an engine receives it.
public struct DeliveryProblem: Sendable, Equatable, CustomStringConvertible {
  /// The errors of the iOS SDK API Reference.
  public enum Code: Sendable, Hashable {
    /// An error with a number from 1 to 15.
    case log(LogCode)
    /// An error with a number from 1001 to 1009.
    case api(AppApiErrorCode)

    /// The number of the error.
    public var number: Int {
      switch self {
      case .log(let code): code.rawValue
      case .api(let code): code.rawValue
      }
    }
  }

  /// The error of the reference.
  public var code: Code
  /// What happened and the remedy. It contains no id.
  public var description: String

  /// Makes a problem.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
