import DASH
import Formats
import TimedMetadata

/// Asks what time it is at the server of a live presentation: its segments are there by that clock.
struct ManifestClock {
  let loader: any ResourceLoader
  /// Remembers what is fetched. False: nobody wants it any more.
  let keep: (any Resource) -> Bool

  /// Bytes of an answer: 4 KiB.
  private static let answerBytes: Int64 = 4096
  /// Addresses that are asked at most.
  private static let maximumRequests = 4

  /// By how many seconds the clock of the server is ahead of ours, which shows `now` in Unix seconds; 0
  /// where nothing tells, with a note.
  func offset(by timings: [UTCTiming], now: Double) -> (seconds: Double, notes: [StreamNote]) {
    var left = Self.maximumRequests
    for timing in timings {
      switch timing.kind {
      case .direct(let time): return (time - now, [])
      case .iso(let addresses), .xsdate(let addresses):
        for address in addresses.prefix(left) {
          left -= 1
          if let time = time(at: address) { return (time - now, []) }
        }
      case .head(let addresses):
        for address in addresses.prefix(left) {
          left -= 1
          if let date = date(at: address) { return (Double(date) - now, []) }
        }
      case .unsupported: continue
      }
    }
    guard let timing = timings.first else { return (0, []) }
    let note = StreamNote(
      id: .manifest,
      detail:
        "UTCTiming \(timing.scheme) gives no time that is read: the clock of this machine is taken"
    )
    return (0, [note])
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
