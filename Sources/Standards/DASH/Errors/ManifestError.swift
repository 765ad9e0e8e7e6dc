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
