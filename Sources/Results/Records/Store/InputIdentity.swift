import Formats
import GRDB

/// The facts about an input that are known before it is read.
package struct InputIdentity: Sendable, Equatable {
  /// The kind of an input after reading.
  package enum Kind: String, Sendable {
    /// A regular file, or what is not there.
    case file
    /// A URL with `http` or `https`.
    case url
    /// A URL with `udp`, `rtp` or `srt`.
    case feed
    /// A named pipe, a device or standard input.
    case pipe
  }

  package var kind: Kind
  /// Bytes of a file.
  package var size: Int64?
  /// When a file was last written, in nanoseconds since 1970.
  package var modified: Int64?
  /// SHA-256 of a file's bytes, where it was asked for; of a playlist always, with all that it names; of a URL, if values in it
  /// are hidden.
  package var sha256: String?

  package init(
    kind: Kind,
    size: Int64? = nil,
    modified: Int64? = nil,
    sha256: String? = nil
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.sha256 = sha256
  }
}

package struct BatchInput: Sendable, Equatable {
  /// How it is reached.
  package enum Source: String, Sendable {
    /// A file, a named pipe or a device.
    case path
    case standardInput = "standard-input"
    case url
  }

  /// Its identity: the bytes of its path, or its URL without secret parts.
  package var name: [UInt8]
  /// How it is reached.
  package var source: Source
  /// Whether it was found in a directory rather than named: it may not be a stream.
  package var isSearched: Bool

  package init(name: [UInt8], source: Source, isSearched: Bool = false) {
    self.name = name
    self.source = source
    self.isSearched = isSearched
  }

  /// The name in results: no two inputs have the same.
  package var label: String {
    source == .url ? String(decoding: name, as: UTF8.self) : FileNameText.text(of: name)
  }
}

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
