/// Identifiers to use instead of random ones, to reproduce the pings of another app.
/// They are sent as they are.
public struct GivenIdentifiers: Sendable, Equatable {
  /// Of the engine instance, `sessionId`.
  public var sessionID: String?
  /// Of the player, `c29`.
  public var playerID: String?
  /// `cat_id`.
  public var categoryID: String?
  /// The digest that represents the device in `c9` and `c1`.
  public var deviceID: String?
  /// Of content sessions, `c59`, in the order in which they begin; further ones are drawn.
  public var viewingSessionIDs: [String] = []

  /// Makes identifiers of which none is given.
  public init() {}
}
