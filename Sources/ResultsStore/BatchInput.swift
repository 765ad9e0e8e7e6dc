import Formats

/// An input of a batch.
package struct BatchInput: Sendable, Equatable {
  /// How it is reached.
  package enum Source: String, Sendable {
    /// A file, a named pipe or a device.
    case path
    /// Standard input.
    case standardInput = "standard-input"
    /// A URL.
    case url
  }

  /// What tells it from others: the bytes of its path, or its URL without what is secret in it.
  package var name: [UInt8]
  /// How it is reached.
  package var source: Source
  /// Whether it was found in a directory rather than named: it may be no stream.
  package var isSearched: Bool

  /// Makes an input.
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

/// What is known of an input before it is read.
package struct InputIdentity: Sendable, Equatable {
  /// What an input turns out to be.
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

  /// What it is.
  package var kind: Kind
  /// Bytes of a file.
  package var size: Int64?
  /// When a file was last written, in nanoseconds since 1970.
  package var modified: Int64?
  /// SHA-256 of a file's bytes, where it was asked for; of a playlist always, with all that it names.
  package var sha256: String?

  /// Makes an identity.
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

  /// Whether an input that was `other` need not be read again. By its hash where there is one, else by
  /// size and time. A URL counts as unchanged; what comes through a pipe or is broadcast never does.
  func isUnchanged(since other: InputIdentity) -> Bool {
    guard kind == other.kind, size == other.size else { return false }
    switch kind {
    case .pipe, .feed: return false
    case .url: return true
    case .file: return sha256 == nil ? modified == other.modified : sha256 == other.sha256
    }
  }
}
