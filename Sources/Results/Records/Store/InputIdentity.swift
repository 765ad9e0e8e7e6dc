import Formats
import GRDB

/// Properties of an input that are known before it is read, and show whether it has changed.
package struct InputIdentity: Sendable, Equatable {
  /// The kind of an input, which decides whether it can be recognized as unchanged.
  package enum Kind: String, Sendable {
    /// A regular file, or a path that cannot be examined.
    case file
    /// A URL with `http` or `https`.
    case url
    /// A URL with `udp`, `rtp` or `srt`.
    case feed
    /// A named pipe, a device or standard input.
    case pipe
  }

  package var kind: Kind
  /// The size of a file in bytes.
  package var size: Int64?
  /// The time at which a file was last written, in nanoseconds since 1970.
  package var modified: Int64?
  /// A SHA-256 that shows changes: of a file's bytes, if the user requested hashes; of a local playlist and the files
  /// to which it refers; of a URL whose name hides values. Nil for other inputs.
  package var sha256: String?

  package init(
    kind: Kind,
    size: Int64? = nil,
    modified: Int64? = nil,
    sha256: String? = nil
  ) {
    (self.kind, self.size, self.modified) = (kind, size, modified)
    self.sha256 = sha256
  }
}

package struct BatchInput: Sendable, Equatable {
  package enum Source: String, Sendable {
    /// A file, a named pipe or a device.
    case path
    case standardInput = "standard-input"
    case url
  }

  /// The identity of the input: the bytes of its path, its URL without secret parts, or `-` for standard input.
  package var name: [UInt8]
  package var source: Source
  /// Whether the input was found in a directory rather than named, and might therefore not be a stream.
  package var isSearched: Bool

  package init(name: [UInt8], source: Source, isSearched: Bool = false) {
    (self.name, self.source, self.isSearched) = (name, source, isSearched)
  }

  /// The unique name of the input in results.
  package var label: String {
    source == .url ? String(decoding: name, as: UTF8.self) : FileNameText.text(of: name)
  }
}

extension InputClaims {
  /// Whether an input was processed with the same settings and has not changed since. False if `redoes` is true.
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

  /// Whether an input was processed with the same settings. False for an input that failed, because the network may
  /// work now, or its permissions may have changed.
  func isDone(_ row: CheckedRow) throws -> Bool {
    let state = InputResult.State(rawValue: try row.value(0))
    let settings: String? = try row.optional(2)
    return (state == .done || state == .noStream) && settings == fingerprint
  }
}

extension InputIdentity {
  /// Whether an input is the same as `other`, so that the input need not be read again. Files are compared by size and
  /// hash or, without a hash, by size and time of the last change. URLs are compared by hash; a URL has one only if its
  /// name hides values. Pipes and feeds always count as changed.
  func isUnchanged(since other: InputIdentity) -> Bool {
    guard kind == other.kind, size == other.size else { return false }
    switch kind {
    case .pipe, .feed: return false
    case .url: return sha256 == other.sha256
    case .file: return sha256 == nil ? modified == other.modified : sha256 == other.sha256
    }
  }
}
