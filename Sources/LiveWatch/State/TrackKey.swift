/// What is told apart within a feed: a variant or rendition of a playlist, a program of a transport stream.
package struct TrackKey: Hashable, Sendable {
  /// The variant or rendition of a multivariant playlist; nil for other feeds.
  package var rendition: String?
  /// `program_number`; nil for playlists, and where no program is known.
  package var program: Int?

  /// A key of the given parts.
  package init(rendition: String? = nil, program: Int? = nil) {
    self.rendition = rendition
    self.program = program
  }

  /// The feed as a whole.
  static let feed = TrackKey()

  /// What it is called; nil for the feed as a whole.
  package var name: String? { rendition ?? program.map { "program \($0)" } }
}
