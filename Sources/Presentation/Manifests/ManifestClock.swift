import DASH
import Formats
import HTTP
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
  func reading(by timings: [UTCTiming], now: Double, answer: AnswerDate?) async -> Reading {
    if let time = await time(by: timings) {
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
    do throws(ResourceError) {
      let bytes = try await ask(address).readAll()
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      let line = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      return DateTimeText.read(line)?.unixSeconds
    } catch {
      return nil
    }
  }

  /// The `Date` of an answer whose body is not read.
  private func date(at address: String) async -> Int64? {
    let resource = ask(address)
    defer { resource.cancel() }
    do throws(ResourceError) {
      return try await resource.response().date
    } catch {
      return nil
    }
  }

  private func ask(_ address: String) -> any Resource {
    loader.open(
      ResourceRequest(url: address, purpose: .playlist, maximumSize: Self.answerBytes)
    )
  }
}
