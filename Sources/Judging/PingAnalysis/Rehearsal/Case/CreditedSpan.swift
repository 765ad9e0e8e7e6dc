/// A span of time, in Unix seconds.
protocol TimeSpan {
  var start: Double { get }
  /// The end; infinite if nothing ends the span.
  var end: Double { get }
}

extension TimeSpan {
  var length: Double { end - start }

  /// The seconds of the span that are between two times.
  func overlap(from: Double, to: Double) -> Double { max(0, min(to, end) - max(from, start)) }
}

extension Sequence where Element: TimeSpan {
  /// The seconds of all spans within another span.
  func seconds(in span: CreditedSpan) -> Double {
    reduce(0) { $0 + $1.overlap(from: span.start, to: span.end) }
  }
}

/// The time from one closing of a segment to the next, with the credited seconds.
struct CreditedSpan: TimeSpan, Sendable {
  /// The timer or duration ping that reports the span.
  let ping: RehearsedPing
  let start: Double
  let end: Double

  var credited: Double { Double(ping.creditedSeconds) }

  /// Whether nearly all of the span was credited, so that nothing interrupted it.
  var isContinuous: Bool { credited >= length - 15 }

  /// The span in messages.
  var text: String {
    "c27=\(ping.creditedSeconds) in a span of \(Int(length)) s that ends at \(Int(end))"
  }
}

extension CapturedCIDSession {
  /// The D and S pings, which report the viewed segments.
  var durations: [RehearsedPing] {
    pings.filter { $0.credit?.prefix == "D" || $0.credit?.prefix == "S" }
  }

  /// The spans of the durations. Each begins at the previous I, D or S ping.
  var spans: [CreditedSpan] {
    var start: Double?
    var spans: [CreditedSpan] = []
    for ping in pings {
      let prefix = ping.credit?.prefix ?? ""
      if prefix == "D" || prefix == "S", let start {
        spans.append(CreditedSpan(ping: ping, start: start, end: ping.madeAt))
      }
      if ["I", "D", "S"].contains(prefix) { start = ping.madeAt }
    }
    return spans
  }

  /// Whether the first ping is an impression.
  var hasStart: Bool { pings.first?.credit?.prefix == "I" }
}

extension RehearsalCase {
  /// The spans of timers that have their start (DCR and pages).
  var timerSpans: [CreditedSpan] {
    ordered.filter(\.isTimer).compactMap { ping in
      guard !ping.isDTVR, let start = ping.spanStart else { return nil }
      return CreditedSpan(ping: ping, start: start, end: ping.madeAt)
    }
  }

  /// The spans of content and ad timers, and of DTVR durations.
  var viewingSpans: [CreditedSpan] {
    timerSpans.filter { !$0.ping.isStatic } + cidSessions.flatMap(\.spans)
  }
}
