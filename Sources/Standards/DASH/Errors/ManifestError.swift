import Formats

package struct ManifestError: Error, Hashable, CustomStringConvertible {
  package enum Reason: String, Sendable, Hashable {
    /// The bytes are not well-formed XML.
    case notXML = "not-xml"
    /// The root of the XML is not `MPD`.
    case notManifest = "not-manifest"
    /// The manifest has a document type declaration, or refers to an entity that XML does not predefine. Manifests need
    /// neither.
    case documentType = "document-type"
    /// The manifest exceeds one of the ``ManifestLimits``.
    case limit
  }

  package let reason: Reason
  package let line: Int
  /// The fault, on one line and without a full stop.
  package let message: String

  package init(_ reason: Reason, line: Int, _ message: String) {
    self.reason = reason
    self.line = line
    self.message = message
  }

  package var description: String { "line \(line): \(message)" }
}

/// Limits on reading a manifest. They bound the time and the memory that untrusted input can take.
package struct ManifestLimits: Sendable, Hashable {
  /// The maximum size of a manifest in bytes; a larger one is rejected.
  package var bytes = 16 << 20
  /// The maximum number of elements; a manifest with more is rejected.
  package var elements = 400_000
  /// The maximum depth of nested elements; a manifest with deeper nesting is rejected.
  package var depth = 32
  /// The maximum number of attributes of an element; a manifest with more is rejected.
  package var attributes = 64
  /// The maximum number of Periods; a manifest with more is rejected.
  package var periods = 10_000
  /// The maximum number of Representations in all Periods; a manifest with more is rejected.
  package var representations = 20_000
  /// The maximum number of segments of a Representation. Any more are ignored and reported in a note.
  package var segments = 100_000_000
  /// The maximum number of timeline and list entries of a manifest. Any more are ignored and reported in a note.
  /// Entries that the Representations of an AdaptationSet share count once.
  package var entries = 1_000_000
  /// The maximum number of base URLs that are kept for a Representation, counting the combinations of all levels.
  package var baseURLs = 16
  /// The maximum number of notes that are kept; any more are only counted.
  package var notes = 200

  package init() {}
}

/// A violation of the standard, or an unsupported feature, in a manifest that was read nevertheless.
package struct ManifestNote: Sendable, Hashable, CustomStringConvertible {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A value is not valid; the message says how it is handled.
    case invalid
    /// A required attribute or element is missing.
    case missing
    /// The manifest uses a feature of the standard that this reader does not support, or exceeds a limit.
    case unsupported
    /// Parts of the manifest contradict each other.
    case inconsistent
  }

  package let kind: Kind
  /// The feature, element or attribute, such as `content steering` or `S@d`; always the same text for the same subject.
  package let subject: String
  package let line: Int
  /// The problem, and in some messages how it was handled, on one line and without a full stop.
  package let message: String

  package var description: String { "line \(line): \(message)" }
}

/// Collects notes up to a limit; an unsupported subject is reported once.
struct NoteLog {
  private(set) var notes: [ManifestNote] = []
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

/// The start of untrusted text on one line. Parameter values in URLs are hidden by default.
func brief(_ text: String) -> String {
  let longest = 60
  let text = ShownURL.line(text)
  let start = text.unicodeScalars.prefix(longest)
  let rest = start.endIndex == text.unicodeScalars.endIndex ? "" : "…"
  return PrintableText.escaping(String(start)) + rest
}
