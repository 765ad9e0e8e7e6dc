/// Why a manifest could not be read.
package struct ManifestError: Error, Hashable, CustomStringConvertible {
  /// What was wrong.
  package enum Reason: String, Sendable, Hashable {
    /// Not well-formed XML, or no XML.
    case notXML = "not-xml"
    /// XML, and the root is no `MPD`.
    case notManifest = "not-manifest"
    /// A document type declaration: entities can be in it, no manifest needs one.
    case documentType = "document-type"
    /// More of something than ``ManifestLimits`` allows.
    case limit
    /// A patch that does not fit the manifest.
    case patch
  }

  package let reason: Reason
  /// The line, counted from 1.
  package let line: Int
  /// What was found, in one sentence without a full stop.
  package let message: String

  package init(_ reason: Reason, line: Int, _ message: String) {
    self.reason = reason
    self.line = line
    self.message = message
  }

  /// Place and sentence in one line.
  package var description: String { "line \(line): \(message)" }
}
