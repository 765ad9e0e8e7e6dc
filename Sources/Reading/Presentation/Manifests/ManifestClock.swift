import DASH
import Formats
import HTTP
import TimedMetadata

/// Asks for the time at the server of a live presentation: its clock determines which segments are
/// available.
struct ManifestClock {
  let loader: any ResourceLoader
  /// Unix seconds by our clock.
  let now: Double
  /// The time of the manifest's answer; nil if the server did not send it.
  let answer: AnswerDate?

  /// Bytes of an answer: 4 KiB.
  private static let answerBytes: Int64 = 4096
  /// The most addresses that are asked.
  private static let maximumRequests = 4

  /// Compares the clock of the server with ours: by the UTCTiming elements of the manifest, or else by the `Date` of its answer.
  /// - Returns: The seconds by which the clock of the server is ahead, 0 if that is unknown; whether they come from UTCTiming; and
  ///   a note if UTCTiming does not work or if `Date` is used.
  func reading(by timings: [UTCTiming]) async -> (
    offset: Double, isByTiming: Bool, note: StreamNote?
  ) {
    if let time = await time(by: timings) { return (time - now, true, nil) }
    let offset = answer?.offset ?? 0
    guard offset != 0 || !timings.isEmpty else { return (0, false, nil) }
    let reason =
      timings.first.map { "UTCTiming \($0.scheme) gives no time that is read" } ?? "no UTCTiming"
    let clock = answer?.words ?? "the clock of this machine is taken"
    return (offset, false, StreamNote(id: .manifest, detail: "\(reason): \(clock)"))
  }

  /// The time at the server, from the first of `timings` that gives it; nil if none does.
  private func time(by timings: [UTCTiming]) async -> Double? {
    var left = Self.maximumRequests
    for timing in timings {
      switch timing.kind {
      case .direct(let time): return time
      case .iso(let addresses), .xsdate(let addresses):
        for address in addresses.prefix(left) {
          left -= 1
          if let time = await time(at: address) { return time }
        }
      case .head(let addresses):
        for address in addresses.prefix(left) {
          left -= 1
          if let date = await date(at: address) { return Double(date) }
        }
      case .unsupported: continue
      }
    }
    return nil
  }

  private func time(at address: String) async -> Double? {
    guard let bytes = try? await ask(address).readAll(),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let line = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    return DateTimeText.read(line)?.unixSeconds
  }

  /// The `Date` of an answer whose body is not read.
  private func date(at address: String) async -> Int64? {
    let resource = ask(address)
    defer { resource.cancel() }
    return (try? await resource.response())?.date
  }

  private func ask(_ address: String) -> any Resource {
    loader.open(ResourceRequest(url: address, purpose: .playlist, maximumSize: Self.answerBytes))
  }
}

/// The time at a server when it answered, and the time on this machine when the answer was
/// received.
package struct AnswerDate: Sendable, Hashable {
  /// Clocks that differ by fewer seconds agree: `Date` has whole seconds, and answers take time.
  static let tolerance = 2.0

  /// `Date` of the answer, in Unix seconds.
  package var date: Int64
  /// Unix seconds by the clock of this machine.
  package var received: Double

  /// Makes an answer with its time on both clocks.
  package init(date: Int64, received: Double) {
    self.date = date
    self.received = received
  }

  /// Seconds by which the clock of the server is ahead of ours, according to `Date`.
  var lead: Double { Double(date) - received }

  /// Seconds to add to our clock to get that of the server: 0 if the two agree.
  var offset: Double { abs(lead) < Self.tolerance ? 0 : lead }

  /// The clock that is used, for a note.
  var words: String {
    guard offset != 0 else { return "the clock of this machine is taken" }
    let seconds = Int(min(abs(offset), 1e12).rounded())
    return "the Date of the server's answer is taken, \(seconds) s "
      + "\(offset > 0 ? "ahead of" : "behind") the clock of this machine"
  }
}

/// Compares the clock of a version of a dynamic manifest with the `Date` of the answer that contained it.
struct ManifestClockDrift {
  /// Differences up to this many seconds are not reported: `Date` has whole seconds, and caches and answers take time.
  static let limit = 10.0

  private var isReported = false

  /// Compares the clocks of a version. `now`: Unix seconds by the UTCTiming at the start of reading, or else by our own clock.
  /// - Returns: The difference in words; nil if the clocks agree, if it is unknown, or if it has been reported before.
  mutating func difference(in manifest: LoadedManifest, now: Double) -> String? {
    guard !isReported, let date = manifest.answer.map({ Double($0.date) }),
      manifest.presentation.kind == .dynamic
    else { return nil }
    let text =
      Self.ofTiming(manifest.presentation, date: date, now: now)
      ?? Self.ofSegments(manifest.presentation, date: date)
    isReported = text != nil
    return text
  }

  /// Compares UTCTiming with `Date`.
  private static func ofTiming(
    _ presentation: MediaPresentation,
    date: Double,
    now: Double
  ) -> String? {
    guard let timing = presentation.utcTimings.first(where: { $0.kind != .unsupported }) else {
      return nil
    }
    let time = if case .direct(let time) = timing.kind { time } else { now }
    let seconds = time - date
    guard abs(seconds) > limit else { return nil }
    return
      "UTCTiming \(timing.scheme) is \(words(seconds)) the Date of the server's answer"
  }

  /// Compares the end of the newest listed segment with `Date`: a segment cannot be complete before
  /// it ends.
  private static func ofSegments(_ presentation: MediaPresentation, date: Double) -> String? {
    guard let anchor = presentation.availabilityStartTime, let period = presentation.periods.last,
      let start = period.start
    else { return nil }
    let ends = period.adaptationSets.flatMap(\.representations).map(\.segments).compactMap {
      segments in
      guard segments.isListed, segments.availabilityTimeOffset.isFinite, let count = segments.count,
        count > 0, let last = segments[count - 1], let duration = last.durationSeconds
      else { return nil as Double? }
      return last.secondsInPeriod + duration - segments.availabilityTimeOffset
    }
    guard let end = ends.max() else { return nil }
    let seconds = anchor + start + end - date
    guard seconds > limit else { return nil }
    return
      "by availabilityStartTime the newest segment ends \(words(seconds)) the Date of the server's answer"
  }

  private static func words(_ seconds: Double) -> String {
    "\(Int(min(abs(seconds), 1e12).rounded())) s \(seconds > 0 ? "after" : "before")"
  }
}
