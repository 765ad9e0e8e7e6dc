import DASH
import Formats
import TimedMetadata

/// Asks what time it is at the server of a live presentation: its segments are there by that clock.
struct ManifestClock {
  /// What was learnt.
  struct Reading {
    /// By how many seconds the clock of the server is ahead of ours.
    var offset = 0.0
    /// Whether UTCTiming says so.
    var isByTiming = false
    var notes: [StreamNote] = []
  }

  let loader: any ResourceLoader
  /// Remembers what is fetched. False: nobody wants it any more.
  let keep: (any Resource) -> Bool

  /// Bytes of an answer: 4 KiB.
  private static let answerBytes: Int64 = 4096
  /// Addresses that are asked at most.
  private static let maximumRequests = 4

  /// Compares the clock of the server with ours: by UTCTiming, else by the `Date` of the manifest's answer.
  /// - Parameters:
  ///   - timings: What the manifest names.
  ///   - now: Unix seconds by our clock.
  ///   - answer: When the manifest was answered; nil where the server did not tell.
  /// - Returns: The difference; 0 where nothing tells. A note where UTCTiming does not work, or `Date` matters.
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

  /// The time at the server by the first of `timings` that tells it; nil: none does.
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

  /// `Date` of an answer, of which the body is not read.
  private func date(at address: String) -> Int64? {
    guard let resource = ask(address) else { return nil }
    defer { resource.cancel() }
    do throws(ResourceError) {
      return try resource.response().date
    } catch {
      return nil
    }
  }

  /// Nil: nobody wants the answer any more.
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
