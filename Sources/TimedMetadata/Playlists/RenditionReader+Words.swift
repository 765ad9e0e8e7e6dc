/// What the notes of a rendition say.
extension RenditionReader {
  /// Of a clock that leaps where the playlist declares nothing.
  static func undeclared(_ note: StreamNote, at uri: String) -> String {
    // Rounded down to tenths, as in the note about the clock itself.
    let tenths = Int64(exactly: ((note.measured ?? 0) * 10).rounded(.down)) ?? .max
    let verb = note.id == .clockBackward ? "goes back" : "jumps"
    return "clock \(verb) \(tenths / 10).\(tenths % 10) s at segment \(uri) "
      + "without EXT-X-DISCONTINUITY"
  }
}
