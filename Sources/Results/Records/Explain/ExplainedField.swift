/// One field of a tag: its place, its content, its meaning, and how certain that is.
package struct ExplainedField: Sendable, Equatable {
  /// How sure the meaning is.
  package enum Confidence: String, Sendable {
    /// Printed in a public source.
    case isPublic = "public"
    /// Holds exactly on every complete public sample.
    case computed
    /// Fits the samples, could be wrong.
    case inferred
    case open
    /// Encrypted: only Nielsen can read it.
    case encrypted
  }

  /// The name.
  package var name: String
  /// Its member in the records of `extract`; nil for fields that have none.
  package var key: String?
  /// Byte position in the tag, or in a payload given without one.
  package var offset: Int?
  /// Bytes.
  package var length: Int?
  /// Its content; nil when it cannot be read.
  package var value: String?
  package var meaning: String
  /// How sure that is.
  package var confidence: Confidence
  /// The finding about it.
  package var finding: String?

  init(
    _ name: String,
    key: String? = nil,
    offset: Int?,
    length: Int?,
    value: String?,
    _ meaning: String,
    _ confidence: Confidence,
    finding: String? = nil
  ) {
    self.name = name
    self.key = key
    self.offset = offset
    self.length = length
    self.value = value
    self.meaning = meaning
    self.confidence = confidence
    self.finding = finding
  }
}
