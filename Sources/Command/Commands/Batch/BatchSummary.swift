import Records

/// The summary of a batch at its end.
enum BatchSummary {
  /// `id3tap.sqlite: 12 inputs: 9 read, 2 unchanged, 1 could not be read`.
  static func text(_ counts: BatchProgress.Counts, of total: Int, in database: String) -> String {
    let left = total - counts.read - counts.unchanged
    let parts = [
      (counts.read - counts.failed - counts.withoutStream, "read"),
      (counts.unchanged, "unchanged"), (counts.withoutStream, "skipped (not a stream)"),
      (counts.failed, "could not be read"), (left, "left"),
    ]
    let words = parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
      .map { "\($0.element.0) \($0.element.1)" }
    return "\(database): \(total) input\(total == 1 ? "" : "s"): \(words.joined(separator: ", "))"
  }

  /// The content of the database, and how to read it: `id3tap.sqlite: 61 fail, 391 pass; see them with
  /// 'id3tap report id3tap.sqlite -o report.html'`.
  static func outcome(_ verdicts: VerdictCounts, in database: String) -> String? {
    guard verdicts.total > 0 else { return nil }
    let name =
      database.contains { $0.isWhitespace || "'\"\\$`".contains($0) }
      ? "'\(database.replacing("'", with: "'\\''"))'" : database
    return "\(database): \(verdicts.words()); see them with: id3tap report \(name) -o report.html"
  }
}
