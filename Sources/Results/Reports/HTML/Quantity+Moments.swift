import Formats

extension Quantity {
  /// A place in the stream: `0:01:58.5`. It is the format of all places on a page.
  static func moment(_ seconds: Double?) -> String {
    guard let seconds, abs(seconds) < 1e12 else { return unknown }
    let tenths = Int((abs(seconds) * 10).rounded())
    let (whole, tenth) = (tenths / 10, tenths % 10)
    let rest = [whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    let sign = seconds < 0 && tenths > 0 ? "−" : ""
    return sign + "\(whole / 3600):" + rest.joined(separator: ":") + ".\(tenth)"
  }

  /// A time of day: `22:13:20 UTC`.
  static func timeOfDay(_ unix: Double?) -> String? {
    guard let text = unix.flatMap(UTCTime.text),
      let time = text.firstMatch(of: /T(\d\d:\d\d:\d\d)/)?.1
    else { return nil }
    return "\(time) UTC"
  }

  /// A length: `40.0 s`. It is the format of all lengths on a page that are not a place.
  static func length(_ seconds: Double?) -> String {
    guard let seconds, abs(seconds) < 1e12 else { return unknown }
    let tenths = Int((abs(seconds) * 10).rounded())
    let sign = seconds < 0 && tenths > 0 ? "−" : ""
    return sign + "\(count(tenths / 10)).\(tenths % 10) s"
  }
}
