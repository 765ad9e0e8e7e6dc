/// A span of time in Unix seconds.
protocol TimeSpan {
  var start: Double { get }
  /// The end of the span. Infinite if the span is open.
  var end: Double { get }
}

extension TimeSpan {
  var length: Double { end - start }

  /// The number of seconds of the span between two times.
  func overlap(from: Double, to: Double) -> Double { max(0, min(to, end) - max(from, start)) }
}

extension Sequence where Element: TimeSpan {
  /// The total number of seconds that the spans share with another span.
  func seconds(in span: CreditedSpan) -> Double {
    reduce(0) { $0 + $1.overlap(from: span.start, to: span.end) }
  }
}

/// The time that a timer or duration ping covers, with the seconds credited for it.
struct CreditedSpan: TimeSpan, Sendable {
  /// The timer or duration ping that reports the span.
  let ping: RehearsedPing
  let start: Double
  let end: Double

  var credited: Double { Double(ping.creditedSeconds) }

  /// Whether at most 15 s of the span were not credited.
  var isContinuous: Bool { credited >= length - 15 }

  var text: String {
    "c27=\(ping.creditedSeconds) in a span of \(Int(length)) s that ends at \(Int(end))"
  }
}

extension CapturedCIDSession {
  /// The D and S pings, which report viewed segments.
  var durations: [RehearsedPing] {
    pings.filter { $0.credit?.prefix == "D" || $0.credit?.prefix == "S" }
  }

  /// The spans of the D and S pings that follow an I, D or S ping. Each begins at the previous such ping.
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

  /// Whether the first ping of the session is an impression.
  var hasStart: Bool { pings.first?.credit?.prefix == "I" }
}

extension RehearsalCase {
  /// The spans of DCR and page timers that have a start time.
  var timerSpans: [CreditedSpan] {
    ordered.filter(\.isTimer).compactMap { ping in
      guard !ping.isDTVR, let start = ping.spanStart else { return nil }
      return CreditedSpan(ping: ping, start: start, end: ping.madeAt)
    }
  }

  /// The spans of content timers, ad timers and DTVR durations.
  var viewingSpans: [CreditedSpan] {
    timerSpans.filter { !$0.ping.isStatic } + cidSessions.flatMap(\.spans)
  }
}
