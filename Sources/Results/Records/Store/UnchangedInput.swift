import GRDB

extension InputClaims {
  /// Whether an input was read before with the same settings, and is the same still. Claims nothing.
  func isUnchanged(_ id: Int64, _ identity: InputIdentity, _ db: Database) throws -> Bool {
    guard !redoes, let row = try row(id, db) else { return false }
    return try isUnchanged(row, identity)
  }

  func isUnchanged(_ row: CheckedRow, _ identity: InputIdentity) throws -> Bool {
    let kind: String? = try row.optional(3)
    guard try isDone(row), let kind = kind.flatMap(InputIdentity.Kind.init) else { return false }
    return identity.isUnchanged(
      since: InputIdentity(
        kind: kind,
        size: try row.optional(4),
        modified: try row.optional(5),
        sha256: try row.optional(6)
      )
    )
  }

  /// A failed input is retried: the network can be better now, or the permissions.
  func isDone(_ row: CheckedRow) throws -> Bool {
    let state = InputResult.State(rawValue: try row.value(0))
    let settings: String? = try row.optional(2)
    return (state == .done || state == .noStream) && settings == fingerprint
  }
}

extension InputIdentity {
  /// Whether an input that was `other` need not be read again. By its hash where there is one, else by
  /// size and time. A URL counts as unchanged while its parameters have the same values; what comes through a pipe or is broadcast never does.
  func isUnchanged(since other: InputIdentity) -> Bool {
    guard kind == other.kind, size == other.size else { return false }
    switch kind {
    case .pipe, .feed: return false
    case .url: return sha256 == other.sha256
    case .file: return sha256 == nil ? modified == other.modified : sha256 == other.sha256
    }
  }
}
