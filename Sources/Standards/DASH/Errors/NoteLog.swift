import Formats

/// Collects notes up to a limit; an unsupported subject is reported once.
struct NoteLog {
  private(set) var notes: [ManifestNote] = []
  /// The number of notes that were not kept.
  private(set) var omittedCount = 0
  private var unsupported: Set<String> = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func add(
    _ kind: ManifestNote.Kind,
    _ subject: String,
    _ element: ManifestElement,
    _ message: @autoclosure () -> String
  ) {
    if kind == .unsupported, unsupported.contains(subject) {
      omittedCount += 1
      return
    }
    guard notes.count < limit else {
      omittedCount += 1
      return
    }
    if kind == .unsupported { unsupported.insert(subject) }
    notes.append(
      ManifestNote(kind: kind, subject: subject, line: element.line, message: message())
    )
  }
}

/// The start of untrusted text, in one line, without the values of parameters in URLs.
func brief(_ text: String) -> String {
  let longest = 60
  let text = ShownURL.line(text)
  let start = text.unicodeScalars.prefix(longest)
  let rest = start.endIndex == text.unicodeScalars.endIndex ? "" : "…"
  return PrintableText.escaping(String(start)) + rest
}
