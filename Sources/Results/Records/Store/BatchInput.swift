import Formats

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
