import Formats

/// The time of day of an input: pairs of a presentation time and the Unix time that belongs to it.
struct DayClock: Sendable, Equatable {
  struct Anchor: Sendable, Equatable {
    /// Presentation seconds.
    var time: Double
    /// Unix seconds.
    var unix: Double
  }

  /// At most as many jumps are kept.
  static let capacity = 50
  /// A difference up to this many seconds is not a jump.
  private static let tolerance = 1.5

  private(set) var anchors: [Anchor] = []
  /// The rendition that the anchors are of: renditions may have different dates.
  private var rendition: String?

  /// Adds the time of day of a tag or a finding, in ISO 8601.
  mutating func append(time: Double?, date: String?, rendition: String?) {
    guard let time, let date, let whole = UTCTime.seconds(date) else { return }
    let point = date.utf8.firstIndex(of: UInt8(ascii: "."))
    let digits = point.map { date[$0...].dropFirst().prefix { $0.isASCII && $0.isNumber } }
    let fraction = digits.flatMap { Double("0." + $0) } ?? 0
    append(time: time, unix: Double(whole) + fraction, rendition: rendition)
  }

  mutating func append(time: Double, unix: Double, rendition: String?) {
    guard abs(time) < 1e9, abs(unix) < 1e11 else { return }
    guard let last = anchors.last else {
      self.rendition = rendition
      anchors = [Anchor(time: time, unix: unix)]
      return
    }
    guard rendition == self.rendition, anchors.count < Self.capacity, time > last.time,
      abs(unix - last.unix - (time - last.time)) > Self.tolerance
    else { return }
    anchors.append(Anchor(time: time, unix: unix))
  }

  /// The Unix time at a presentation time; nil without any anchor.
  func unix(at time: Double) -> Double? {
    (anchors.last { $0.time <= time } ?? anchors.first).map { $0.unix + time - $0.time }
  }
}
