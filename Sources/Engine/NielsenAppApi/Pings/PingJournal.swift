/// Keeps the pings of engines until they are sent.
public protocol PingJournal: AnyObject, Sendable {
  /// The time, in milliseconds, after which a checkpoint is renewed during playback even if no ping was made.
  var checkpointInterval: Int64 { get }

  /// Stores the result of an engine call before this method returns.
  ///
  /// Called in the order of the engine's calls while the engine is locked, so this method must not call the engine.
  func commit(_ entry: PingJournalEntry)

  /// Tells the journal that the engine `instance` starts to use it.
  ///
  /// - Parameters:
  ///   - instance: The session id of the engine.
  ///   - onProblem: Reports problems with pings to the engine, and through it to its delegate. Called on any thread,
  ///     but not within a method of the journal.
  func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void)

  /// Tells the journal whether the engine `instance` is disabled, by the kill switch or because it has no
  /// configuration. Nothing is sent while an engine is disabled. Called while the engine is locked, possibly before
  /// ``open(_:onProblem:)``, so this method must not call the engine.
  func hold(_ instance: String, _ isHeld: Bool)

  /// Removes the first-party id from all kept pings because the app has switched it off. Called while an engine starts,
  /// so this method must not call the engine.
  func forgetFirstPartyID()

  /// Tells the journal that the engine `instance` ends. A last entry may follow. Called while the engine is locked, so
  /// this method must not call the engine.
  func close(_ instance: String)
}

extension PingJournal {
  /// Does nothing: a journal need not know the engines that use it.
  public func open(_ instance: String, onProblem: @escaping @Sendable (DeliveryProblem) -> Void) {}
  /// Does nothing: a journal that sends no pings need not hold them.
  public func hold(_ instance: String, _ isHeld: Bool) {}
  /// Does nothing: a journal that keeps no pings has no ids to remove.
  public func forgetFirstPartyID() {}
  /// Does nothing: a journal need not know when an engine ends.
  public func close(_ instance: String) {}
}

/// The result of an engine call.
public struct PingJournalEntry: Sendable {
  /// The session id of the engine.
  public var instance: String
  /// The pings of the call, in order.
  public var pings: [Ping]
  /// The change to the checkpoint of the instance.
  public var checkpoint: Checkpoint
  /// For pings recovered from the checkpoint of a lost engine: the time of the recovery by the
  /// engines' clock, in Unix seconds. Nil for new pings.
  public var recoveryTime: Int64?

  /// A change to the checkpoint. A checkpoint has the pings that the engine would make if the viewing session and an
  /// open page were closed now. They are sent only if the process ends without closing them.
  public enum Checkpoint: Sendable {
    /// The checkpoint does not change.
    case unchanged
    /// These pings replace the former checkpoint; an empty list removes the checkpoint.
    case replaced([Ping])
  }

  /// Makes a journal entry.
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

  /// The error code of the iOS SDK API Reference.
  public var code: Code
  /// The problem and its remedy, without ids of the user.
  public var description: String

  /// Makes a delivery problem.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
