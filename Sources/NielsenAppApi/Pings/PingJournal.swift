/// Keeps the pings of engines until they are sent.
public protocol PingJournal: AnyObject, Sendable {
  /// How much time of playing lies between two checkpoints, in milliseconds.
  var checkpointInterval: Int64 { get }

  /// Takes what one call of the engine made. When this returns, it is kept for good.
  ///
  /// Called while the engine is locked, in the order of the calls: it must not call back.
  func commit(_ entry: PingJournalEntry)
}

/// What one call of the engine made.
public struct PingJournalEntry: Sendable {
  /// Names the engine instance: its session id, which no other instance has.
  public var instance: String
  /// The pings in order.
  public var pings: [Ping]
  /// What becomes of the checkpoint of the instance.
  public var checkpoint: Checkpoint

  /// The pings that would be lost if the process ended now: those that closing the viewing session
  /// would make. They are to be sent only when the process is gone without having closed it.
  public enum Checkpoint: Sendable {
    /// Stays as it is.
    case unchanged
    /// These pings take the place of the former ones; none: there is nothing to lose any more.
    case replaced([Ping])
  }

  /// Makes an entry of its parts.
  public init(instance: String, pings: [Ping], checkpoint: Checkpoint = .unchanged) {
    self.instance = instance
    self.pings = pings
    self.checkpoint = checkpoint
  }
}
