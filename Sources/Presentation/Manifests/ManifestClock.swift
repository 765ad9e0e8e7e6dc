import DASH
import Formats
import TimedMetadata

/// Asks for the time at the server of a live presentation: its clock determines which segments are
/// available.
struct ManifestClock {
  /// The result.
  struct Reading {
    /// Seconds by which the clock of the server is ahead of ours.
    var offset = 0.0
    /// Whether it comes from UTCTiming.
    var isByTiming = false
    var notes: [StreamNote] = []
  }

  let loader: any ResourceLoader
  /// Stores the running request. False: the reader was cancelled.
  let keep: (any Resource) -> Bool

  /// Bytes of an answer: 4 KiB.
  private static let answerBytes: Int64 = 4096
  /// The most addresses that are asked.
  private static let maximumRequests = 4

  /// Compares the clock of the server with ours: by UTCTiming, or else by the `Date` of the manifest's answer.
  /// - Parameters:
  ///   - timings: The UTCTiming elements of the manifest.
  ///   - now: Unix seconds by our clock.
  ///   - answer: The time of the manifest's answer; nil if the server did not send it.
  /// - Returns: The difference, 0 if it is unknown. Includes a note if UTCTiming does not work or if `Date` is used.
  func reading(by timings: [UTCTiming], now: Double, answer: AnswerDate?) -> Reading {
    if let time = time(by: timings) {
      return Reading(offset: time - now, isByTiming: true)
    }
    let offset = answer?.offset ?? 0
    guard offset != 0 || !timings.isEmpty else { return Reading() }
    let reason =
      timings.first.map { "UTCTiming \($0.scheme) gives no time that is read" } ?? "no UTCTiming"
    let clock = answer?.words ?? "the clock of this machine is taken"
    return Reading(
      offset: offset,
      notes: [StreamNote(id: .manifest, detail: "\(reason): \(clock)")]
    )
  }

  /// The time at the server, from the first of `timings` that gives it; nil if none does.
  private func time(by timings: [UTCTiming]) -> Double? {
    var left = Self.maximumRequests
    for timing in timings {
      switch timing.kind {
      case .direct(let time): return time
      case .iso(let addresses), .xsdate(let addresses):
        for address in addresses.prefix(left) {
          left -= 1
          if let time = time(at: address) { return time }
        }
      case .head(let addresses):
        for address in addresses.prefix(left) {
          left -= 1
          if let date = date(at: address) { return Double(date) }
        }
      case .unsupported: continue
      }
    }
    return nil
  }

  private func time(at address: String) -> Double? {
    guard let resource = ask(address) else { return nil }
    guard let bytes = try? resource.readAll(), let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let line = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    return DateTimeText.read(line)?.unixSeconds
  }

  /// The `Date` of an answer whose body is not read.
  private func date(at address: String) -> Int64? {
    guard let resource = ask(address) else { return nil }
    defer { resource.cancel() }
    do throws(ResourceError) {
      return try resource.response().date
    } catch {
      return nil
    }
  }

  /// Nil if the reader was cancelled.
  private func ask(_ address: String) -> (any Resource)? {
    let resource = loader.open(
      ResourceRequest(url: address, purpose: .playlist, maximumSize: Self.answerBytes)
    )
    guard keep(resource) else {
      resource.cancel()
      return nil
    }
    return resource
  }
}
