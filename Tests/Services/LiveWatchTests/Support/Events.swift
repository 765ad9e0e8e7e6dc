import Conformance
import Records

@testable import LiveWatch

/// Events for tests.
enum Events {
  /// An alarm, or its end.
  static func alarm(
    _ message: String = "no Nielsen tag for 31.0 s",
    id: Int = 1,
    kind: WatchEvent.Kind = .alarm,
    severity: Severity = .error,
    rendition: String? = "video/1"
  ) -> WatchEvent {
    var event = WatchEvent(kind, feed: 0, input: "http://a/\"x\".m3u8", date: 1_767_225_600)
    event.message = message
    event.alarm = ActiveAlarm(
      id: id,
      name: .missingTags,
      tracks: [TrackKey(rendition: rendition)],
      severity: severity,
      raisedSeverity: severity,
      message: message,
      count: 1,
      place: Place(time: 12.5, pid: 258),
      since: 1_767_225_600
    )
    event.reported = [TrackKey(rendition: rendition)]
    return event
  }
  /// A tag of a rendition; the first tag has the index 0.
  static func tag(_ index: Int, in rendition: String?) -> WatchEvent {
    var event = WatchEvent(.tag, feed: 0, input: "http://a/", date: 1_767_225_600)
    let tag = Tags.data(index, rendition: rendition, program: nil)
    event.tag = ExtractRow(input: "http://a/", index: index, tag: tag)
    event.track = TrackKey(rendition: rendition)
    return event
  }

  /// The loss of a feed.
  static func lost() -> WatchEvent {
    var event = WatchEvent(.streamLost, feed: 0, input: "http://a/", date: 1_767_225_600)
    event.message = "no media arrived for 20.0 s: check the sender and the network"
    return event
  }
}
