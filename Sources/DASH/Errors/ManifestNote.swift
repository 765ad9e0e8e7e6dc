/// Something in a manifest that breaks the standard, or that is not supported. Reading went on.
package struct ManifestNote: Sendable, Hashable, CustomStringConvertible {
  /// What kind of note it is.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A value is not of its kind; it is not used.
    case invalid
    /// Something that has to be there is missing.
    case missing
    /// The standard allows it, this reader does not follow it.
    case unsupported
    /// Statements that contradict each other.
    case inconsistent
  }

  package let kind: Kind
  /// What it is about, such as `ContentSteering` or `S@d`; the same for the same thing.
  package let subject: String
  /// The line, counted from 1.
  package let line: Int
  /// What was found and what was made of it, in one sentence without a full stop.
  package let message: String

  /// Place and sentence in one line.
  package var description: String { "line \(line): \(message)" }
}
