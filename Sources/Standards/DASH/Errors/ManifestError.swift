import Formats

/// The reason why a manifest could not be read.
package struct ManifestError: Error, Hashable, CustomStringConvertible {
  /// The kind of fault.
  package enum Reason: String, Sendable, Hashable {
    /// Not XML, or not well-formed.
    case notXML = "not-xml"
    /// XML whose root is not `MPD`.
    case notManifest = "not-manifest"
    /// A document type declaration: it can contain entities, and no manifest needs one.
    case documentType = "document-type"
    /// More of something than ``ManifestLimits`` allows.
    case limit
  }

  package let reason: Reason
  /// The line, counted from 1.
  package let line: Int
  /// The fault, in one sentence without a full stop.
  package let message: String

  package init(_ reason: Reason, line: Int, _ message: String) {
    self.reason = reason
    self.line = line
    self.message = message
  }

  /// Line and message in one line.
  package var description: String { "line \(line): \(message)" }
}

/// Limits on what is read of a manifest. Manifests are untrusted: reading takes time and memory in proportion to these
/// limits for any input.
package struct ManifestLimits: Sendable, Hashable {
  /// Bytes of the whole manifest; a larger one is rejected.
  package var bytes = 16 << 20
  /// Elements of the whole manifest; more are rejected.
  package var elements = 400_000
  /// Depth of nested elements; deeper ones are rejected.
  package var depth = 32
  /// Attributes of one element; more are rejected.
  package var attributes = 64
  /// Periods; more are rejected.
  package var periods = 10_000
  /// Representations of all Periods; more are rejected.
  package var representations = 20_000
  /// Segments of one Representation; more are rejected. They are not stored one by one.
  package var segments = 100_000_000
  /// Entries of timelines and lists, counted for each Representation that has its own; more are
  /// rejected.
  package var entries = 1_000_000
  /// Base URLs of a Representation that are kept, counting the combinations of all levels.
  package var baseURLs = 16
  /// Notes that are kept; further notes are only counted.
  package var notes = 200

  package init() {}
}

/// A statement in a manifest that violates the standard or is not supported. Reading continued.
package struct ManifestNote: Sendable, Hashable, CustomStringConvertible {
  /// The kind of note.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A value that does not have its type; it is ignored.
    case invalid
    /// A required attribute or element is missing.
    case missing
    /// The standard allows it, but this reader does not support it.
    case unsupported
    /// Statements that contradict each other.
    case inconsistent
  }

  package let kind: Kind
  /// The feature, element or attribute, such as `ContentSteering` or `S@d`; constant for the same
  /// subject.
  package let subject: String
  /// The line, counted from 1.
  package let line: Int
  /// What was found and how it was handled, in one sentence without a full stop.
  package let message: String

  /// Line and message in one line.
  package var description: String { "line \(line): \(message)" }
}

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
