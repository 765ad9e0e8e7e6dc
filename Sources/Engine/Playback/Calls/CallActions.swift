import NielsenAppApi

package struct CallActions {
  private var actions: [ViewerAction] = []
  /// The first instance, not of a receiver, with a call other than an opt-out. It determines what the viewer watches.
  private var instance: String?
  private var channel: String?
  private var ott = (status: "0", type: "")
  private var isInAd = false
  /// The time of the `stop` that interrupts playback, in Unix seconds; nil if there is none.
  private var stopTime: Double?
  /// The latest playhead of the content, and its time in Unix seconds.
  private var latest: (position: Int64, time: Double)?
  private var isKilled = false

  package init() {}

  package var list: [ViewerAction] {
    (actions + (stopTime.map { [ViewerAction(time: $0, name: .pause)] } ?? [])).inOrder
  }

  package mutating func take(_ event: PlayedEvent) {
    let time = Double(event.milliseconds) / 1000
    if case .incident(let word) = event.kind, let name = ViewerAction.Name(rawValue: word) {
      isKilled = isKilled || name == .kill
      if isKilled { (stopTime, latest) = (nil, nil) }
      return note(name, at: time)
    }
    guard case .call(let call) = event.kind, !event.isReceiver else { return }
    if case .userOptOut(let text?) = call, let choice = Int64(text.filter(\.isNumber)) {
      return note(.optOut, .number(choice), at: time)
    }
    if case .trackingSetting(let tracking) = call {
      return note(.optOut, .number(tracking.isOptedOut ? 1 : 0), at: time)
    }
    instance = instance ?? event.instance
    if event.instance == instance { take(call, time) }
  }

  private mutating func take(_ call: Call, _ time: Double) {
    switch call {
    case .initialize:
      if isKilled { note(.launch, at: time) }
      isKilled = false
    case .play(let info):
      let name = info["channelName"] ?? channel
      if let channel, let name, channel != name { replaceEnd(by: .channel, .text(name), time) }
      channel = name
      goOn(time)
    case .loadMetadata(let metadata): load(metadata, time)
    case .playheadPosition(let position?): play(position, time)
    case .updateOTT(let info, _): report(info["ottStatus"] ?? "0", info["ottType"] ?? "", time)
    case .stop: if !isInAd { stopTime = stopTime ?? time }
    case .end:
      goOn(time)
      latest = nil
      note(.end, at: time)
    default: break
    }
  }

  private mutating func load(_ metadata: CallArgument, _ time: Double) {
    if metadata.isAd {
      stopTime = nil
      note(.ad, metadata["length"].flatMap { Int64($0) }.map { .number($0) }, at: time)
      isInAd = true
    } else if metadata["type"] == "content" {
      if isInAd { note(.resume, at: time) }
      isInAd = false
      goOn(time)
    }
  }

  private mutating func play(_ position: Int64, _ time: Double) {
    goOn(time)
    guard !isInAd else { return }
    if let latest {
      let step = position.subtractingReportingOverflow(latest.position).partialValue
      // Without a seek, the playhead moves by up to 2 s or, as in live streams, by the time since the latest playhead.
      let isSeek = !(0...2).contains(step) && abs(Double(step) - (time - latest.time)) > 2
      if isSeek { note(.seek, .number(position), at: time) }
    }
    latest = (position, time)
  }

  private mutating func report(_ status: String, _ type: String, _ time: Double) {
    let wasCast = ott.type == "casting"
    guard (status, type) != ott, status == "1" || ott.status == "1" else { return }
    ott = (status, status == "1" ? type : "")
    let value = ViewerAction.Value.number(status == "1" ? 1 : 0)
    guard type == "casting" || wasCast else { return note(.ott, value, at: time) }
    replaceEnd(by: .cast, value, time)
  }

  /// Records a pause if playback had stopped and now continues.
  private mutating func goOn(_ time: Double) {
    if let stopTime, time > stopTime {
      note(.pause, at: stopTime)
      note(.resume, at: time)
    }
    stopTime = nil
  }

  /// Notes an action in place of an `end` at the same time, which an app calls for a change of channel or a cast.
  private mutating func replaceEnd(
    by name: ViewerAction.Name,
    _ value: ViewerAction.Value,
    _ time: Double
  ) {
    if actions.last == ViewerAction(time: time, name: .end) { actions.removeLast() }
    note(name, value, at: time)
  }

  private mutating func note(
    _ name: ViewerAction.Name,
    _ value: ViewerAction.Value? = nil,
    at time: Double
  ) {
    actions.append(ViewerAction(time: time, name: name, value: value))
  }
}
