/// The forms in which rows can be written.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// Aligned columns for reading.
  case table
  /// One JSON array.
  case json
  /// JSON Lines: one JSON object a line.
  case jsonl
  /// Comma-separated values with a header line (RFC 4180).
  case csv
  /// One URL a line, for rows that have one.
  case url
  /// JUnit XML, for servers that build and test.
  case junit
  /// SARIF 2.1.0, for viewers of findings.
  case sarif
  /// A page for a browser, complete in one file.
  case html
}
