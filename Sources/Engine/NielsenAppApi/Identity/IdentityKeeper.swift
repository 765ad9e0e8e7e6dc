/// The store of one engine instance: the given store, or memory after the given store has failed.
struct IdentityKeeper: Sendable {
  private let appID: String
  private var store: any IdentityStore
  private var known = StoredIdentity()
  private var problem: EngineProblem?

  init(appID: String, store: any IdentityStore) {
    self.appID = appID
    self.store = store
  }

  mutating func takeProblem() -> EngineProblem? {
    defer { problem = nil }
    return problem
  }

  /// Makes the first change, which shows whether the store is usable.
  ///
  /// - Throws: ``EngineProblem`` with code 1008 when another process holds the store, and with 1009
  ///   after an unknown error.
  mutating func open(_ change: (inout StoredIdentity) -> Void) throws(EngineProblem) {
    do {
      try apply(change)
    } catch let error as IdentityStoreError where error.code != .locked {
      goOnInMemory(after: error, change)
    } catch let error as IdentityStoreError {
      throw EngineProblem(.anExceptionOccured, "init: the store is locked: \(error.description)")
    } catch {
      throw EngineProblem(.unknownExceptionOccured, "init: the store failed for an unknown reason")
    }
  }

  mutating func update(_ change: (inout StoredIdentity) -> Void) {
    do {
      try apply(change)
    } catch {
      goOnInMemory(after: error, change)
    }
  }

  private mutating func apply(_ change: (inout StoredIdentity) -> Void) throws {
    var result = known
    try store.update(appID: appID) { kept in
      change(&kept)
      result = kept
    }
    known = result
  }

  private mutating func goOnInMemory(
    after error: any Error,
    _ change: (inout StoredIdentity) -> Void
  ) {
    problem = Self.problem(error)
    let memory = MemoryStore(identities: [appID: known])
    store = memory
    memory.update(appID: appID) { kept in
      change(&kept)
      known = kept
    }
  }

  private static func problem(_ error: any Error) -> EngineProblem {
    let remedy = "identities are kept in memory until the engine is closed"
    guard let error = error as? IdentityStoreError else {
      return EngineProblem(.exception, "the store failed for an unknown reason: \(remedy)")
    }
    let description = "\(error.description): \(remedy)"
    return switch error.code {
    case .unreadable: EngineProblem(.fileReadFailure, description)
    case .unwritable: EngineProblem(.fileWriteFailure, description)
    case .locked, .failed: EngineProblem(.failedAccessDatabase, description)
    }
  }
}
