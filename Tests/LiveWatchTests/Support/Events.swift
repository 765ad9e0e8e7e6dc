import Conformance

@testable import LiveWatch

/// Events for tests.
enum Events {
  /// An alarm.
  static func alarm(_ message: String = "no Nielsen tag for 31.0 s", id: Int = 1) -> WatchEvent {
    var event = WatchEvent(.alarm, feed: 0, input: "http://a/\"x\".m3u8", date: 1_767_225_600)
    event.message = message
    event.alarm = ActiveAlarm(
      id: id,
      name: .missingTags,
      lane: LaneKey(rendition: "video/1"),
      severity: .error,
      message: message,
      count: 1,
      place: Place(time: 12.5, pid: 258),
      since: 1_767_225_600
    )
    return event
  }
}
