/// What a batch says at its end.
enum BatchSummary {
  /// `id3tap.sqlite: 12 inputs: 9 read, 2 unchanged, 1 failed`.
  static func text(_ counts: BatchProgress.Counts, of total: Int, in database: String) -> String {
    let left = total - counts.read - counts.unchanged
    let parts = [
      (counts.read - counts.failed - counts.withoutStream, "read"),
      (counts.unchanged, "unchanged"), (counts.withoutStream, "no stream"),
      (counts.failed, "failed"), (left, "left"),
    ]
    let words = parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
      .map { "\($0.element.0) \($0.element.1)" }
    return "\(database): \(total) input\(total == 1 ? "" : "s"): \(words.joined(separator: ", "))"
  }
}
