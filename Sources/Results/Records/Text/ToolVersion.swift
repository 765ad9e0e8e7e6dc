package enum ToolVersion {
  /// The version of id3tap (semantic versioning).
  package static let id3tap = "0.1.0"
}
