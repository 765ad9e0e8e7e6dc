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
