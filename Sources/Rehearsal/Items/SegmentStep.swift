/// How one content timer follows another of its viewing.
enum SegmentStep {
  /// The same segment, or the next one.
  case regular
  /// Only a seek explains it.
  case needsSeek
  /// No seek explains it: a timer is missing, or seconds were reported twice.
  case wrong

  /// Seconds by which times and sums may differ.
  private static let tolerance = 2.0
  private static let segmentSeconds = 300.0

  /// Compares two timers.
  ///
  /// - Parameters:
  ///   - earlier: A content timer.
  ///   - later: The next one of its viewing.
  ///   - credited: The seconds that the timers of its segment credit up to and with it.
  init(from earlier: RehearsedPing, to later: RehearsedPing, credited: Int64) {
    guard let old = earlier.credit?.number, let new = later.credit?.number else {
      self = .regular
      return
    }
    let start = later.spanStart ?? later.madeAt
    let fits = Double(credited) <= Self.segmentSeconds + Self.tolerance
    if new == old + 1 || new == old && fits {
      self = .regular
    } else if start < earlier.madeAt - Self.tolerance {
      self = .wrong
    } else if new > old + 1 {
      // After a full segment and the time of those between: their timers are missing.
      let isFull = Double(earlier.creditedSeconds) >= Self.segmentSeconds - Self.tolerance
      let missing = Double(new - old - 1) * (Self.segmentSeconds - Self.tolerance)
      self = isFull && start - earlier.madeAt >= missing ? .wrong : .needsSeek
    } else {
      self = .needsSeek
    }
  }
}

extension CapturedViewing {
  /// What follows one of its views: the first view of another viewing, or the next launch.
  func next(after view: RehearsedPing, in capture: RehearsalCase) -> RehearsedPing? {
    capture.ordered.following(view).first {
      ($0.isView || $0.isSession) && $0["c59"] != id
    }
  }

  /// The seconds of its ads between two times, in Unix seconds.
  func adSeconds(from start: Double, to end: Double) -> Double {
    adRuns.reduce(0) { sum, run in
      guard let first = run.pings.first, let last = run.timers.last else { return sum }
      let begin = run.view?.madeAt ?? first.spanStart ?? first.madeAt
      let overlap = min(last.madeAt, end) - max(begin, start)
      return sum + min(max(overlap, 0), Double(run.creditedSeconds))
    }
  }
}

extension CapturedAdRun {
  /// The seconds that its timers credit.
  var creditedSeconds: Int64 { timers.creditedSeconds }
}
