/// What documents name as the version of what made them.
package enum ToolVersion {
  /// The version of id3tap (semantic versioning).
  package static let id3tap = "0.1.0"
}
