/// Where the bytes of an initialization section are.
package struct InitializationPlace: Sendable, Equatable {
  /// The URI as the playlist has it.
  package var uri: String
  /// Position in its file of the first byte.
  package var offset: Int64

  /// Makes a place with the given parts.
  package init(uri: String, offset: Int64 = 0) {
    self.uri = uri
    self.offset = offset
  }
}
