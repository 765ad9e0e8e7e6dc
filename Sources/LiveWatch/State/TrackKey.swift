/// The identity of a track within a feed: a variant or rendition of a playlist, or a program of a transport
/// stream.
package struct TrackKey: Hashable, Sendable {
  /// The variant or rendition of a multivariant playlist; nil for other feeds.
  package var rendition: String?
  /// `program_number`; nil for playlists, and when no program is known.
  package var program: Int?

  /// Makes a key from its parts.
  package init(rendition: String? = nil, program: Int? = nil) {
    self.rendition = rendition
    self.program = program
  }

  /// The feed as a whole.
  static let feed = TrackKey()

  /// The name in messages; nil for the feed as a whole.
  package var name: String? { rendition ?? program.map { "program \($0)" } }
}
