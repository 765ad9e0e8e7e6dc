import DASH
import Formats
import HTTP
import TimedMetadata

/// Determines the time by the server's clock, which decides which segments of a live presentation are available.
struct ManifestClock {
  let loader: any ResourceLoader
  /// The time by this machine's clock, in Unix seconds.
  let now: Double
  /// The `Date` of the response that contained the manifest; nil if there is none.
  let answer: AnswerDate?

  /// The maximum size of a time server's response, in bytes: 4 KiB.
  private static let answerBytes: Int64 = 4096
  private static let maximumRequests = 4

  /// Compares the server's clock with the clock of this machine: by the UTCTiming elements of the
  /// manifest, or else by the `Date` of the response.
  /// - Returns: The seconds by which the server's clock is ahead (0 if unknown, or small according to `Date`), whether
  ///   they come from UTCTiming, and a note if UTCTiming gives no time or if `Date` is used.
  func reading(by timings: [UTCTiming]) async -> (
    offset: Double, isByTiming: Bool, note: StreamNote?
  ) {
    if let time = await time(by: timings) { return (time - now, true, nil) }
    let offset = answer?.offset ?? 0
    guard offset != 0 || !timings.isEmpty else { return (0, false, nil) }
    let reason =
      timings.first.map { "UTCTiming \($0.scheme) returns no usable time" } ?? "no UTCTiming"
    let clock = answer?.words ?? "the clock of this machine is used"
    return (offset, false, StreamNote(id: .manifest, detail: "\(reason): \(clock)"))
  }

  /// The server's time in Unix seconds, from the first of `timings` that gives a time; nil if unknown.
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

  /// The `Date` header of a response, whose body is not read.
  private func date(at address: String) async -> Int64? {
    let resource = ask(address)
    defer { resource.cancel() }
    return (try? await resource.response())?.date
  }

  private func ask(_ address: String) -> any Resource {
    loader.open(ResourceRequest(url: address, purpose: .playlist, maximumSize: Self.answerBytes))
  }
}

/// The `Date` header of a response, and the time on this machine when the response was received.
package struct AnswerDate: Sendable, Hashable {
  /// Clocks that differ by less than this number of seconds count as equal: `Date` has whole seconds, and responses
  /// take time.
  static let tolerance = 2.0

  /// The `Date` header, in Unix seconds.
  package var date: Int64
  /// The time by the clock of this machine, in Unix seconds.
  package var received: Double

  /// Makes an answer from the server's time and this machine's time, both in Unix seconds.
  package init(date: Int64, received: Double) {
    self.date = date
    self.received = received
  }

  /// Seconds by which the server's clock is ahead of this machine's, according to `Date`.
  var lead: Double { Double(date) - received }

  /// Seconds to add to this machine's clock to get the server's; 0 if the two agree within `tolerance`.
  var offset: Double { abs(lead) < Self.tolerance ? 0 : lead }

  var words: String {
    guard offset != 0 else { return "the clock of this machine is used" }
    let seconds = Int(min(abs(offset), 1e12).rounded())
    return "the Date of the server's response is used, \(seconds) s "
      + "\(offset > 0 ? "ahead of" : "behind") the clock of this machine"
  }
}

/// Compares the clock of a dynamic manifest with the `Date` header of the response that contained
/// it, and reports the first difference.
struct ManifestClockDrift {
  /// Differences up to this number of seconds are not reported: `Date` has whole seconds, and
  /// caches and responses take time.
  static let limit = 10.0

  private var isReported = false

  /// Compares the clocks of a manifest version. `now` is the server's time in Unix seconds: by UTCTiming if
  /// it was read at the start, or else by this machine's clock with its known offset.
  /// - Returns: The difference in words; nil if there is nothing to report.
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
      "UTCTiming \(timing.scheme) is \(words(seconds)) the Date of the server's response"
  }

  /// Compares the end of the newest listed segment with the `Date` header: a segment cannot be complete before it ends.
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
      "according to availabilityStartTime, the newest segment ends \(words(seconds)) "
      + "the Date of the server's response"
  }

  private static func words(_ seconds: Double) -> String {
    "\(Int(min(abs(seconds), 1e12).rounded())) s \(seconds > 0 ? "after" : "before")"
  }
}
