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
