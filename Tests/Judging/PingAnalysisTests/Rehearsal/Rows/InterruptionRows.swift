import PingAnalysis

/// Rows about playheads and interruptions.
extension RehearsalRow {
  static let interruptions: [RehearsalRow] =
    playheads + notCounted + resuming + networks + coverage

  /// The pings of an episode of eleven minutes, with the given steps.
  static func episode(
    _ steps: String,
    duration: Int = 660,
    hasTags: Bool = false
  ) -> [String] {
    var scenario = PlayedScenario()
    scenario.duration = duration
    scenario.steps = steps
    scenario.hasTags = hasTags
    return (try? scenario.urls()) ?? []
  }

  static let plain = episode("")
  private static let timer = Pick.content && .timer
  private static let valid: Set = ["fields-valid", "content-full-segment"]

  private static let playheads: [RehearsalRow] = [
    clean("playhead-not-faster") { .of(PlayedScenario.clean) },
    broken("playhead-not-faster", "300 s credited in 150 s", also: valid) {
      .of(plain.adding(150, to: "c64", in: timer && .number(1)))
    },
    broken("playhead-not-faster", "an ad credited in 1 s", also: valid) {
      .of(PlayedScenario.clean.adding(14, to: "c64", in: .ad && .timer && .asset("ad_pre")))
    },
    cut("playhead-not-faster", "no timer") { .of(plain.dropping(.timer)) },

    clean("playhead-each-second") { .of(PlayedScenario.clean) },
    broken("playhead-each-second", "240 s credited in 300 s", also: valid) {
      .of(plain.setting("c27", "240", in: timer, first: 2))
    },
    broken("playhead-each-second", "150 s credited in the first segment", also: valid) {
      .of(plain.setting("c27", "150", in: timer && .number(1)))
    },
    cut("playhead-each-second", "without actions") {
      .of(plain.setting("c27", "240", in: timer, first: 2), actions: nil)
    },
    cut("playhead-each-second", "only views") { .of(plain.keeping(.view)) },

    clean("playhead-unit") { .of(plain) },
    broken("playhead-unit", "three segments of a clip of 100 s") {
      .of(plain.setting("sd", "100", in: .content))
    },
    broken(
      "playhead-unit",
      "segment 1000",
      also: valid.union(["content-segments-in-order", "content-resumes-after-ad"])
    ) {
      .of(plain.setting("cr", "4_00_99_D1000_11111", in: timer && .number(2)))
    },
    cut("playhead-unit", "no length") { .of(plain.setting("sd", "0", in: .content)) },

    clean("playhead-live") { .of(sought, actions: seek) },
    broken("playhead-live", "one timer across the seek", also: valid) {
      let joined = sought.dropping(.made(305...315)).editing(timer && .made(450...550)) {
        $0.setting("c64", String(PlayedScenario.start + 300))
      }
      return .of(joined, actions: seek)
    },
    broken("playhead-live", "nothing after the seek", also: ["content-end-marked"]) {
      .of(sought.keeping(.made(0...315)), actions: seek + [did(.end, 900)])
    },
    cut("playhead-live", "without actions") { .of(sought, actions: nil) },
  ]

  /// Content marked as live, in which the viewer seeks back at 310 s.
  private static let sought = episode(#"{"at": 310, "do": "seek", "to": 100}"#)
    .setting("c58", "true", in: .content)
  private static let seek = [did(.seek, 310, "100")]

  // MARK: - Seconds that do not count

  private static func interrupted(_ name: String, _ seconds: Int, hasTags: Bool = false) -> [String]
  {
    episode(#"{"at": 200, "do": "\#(name)", "for": \#(seconds)}"#, hasTags: hasTags)
  }

  private static let paused = interrupted("pause", 90)
  private static let pause = [did(.pause, 200), did(.resume, 290), did(.end, 750)]
  private static let background = [did(.background, 200), did(.foreground, 290)]
  private static let buffered = interrupted("buffer", 12)
  private static let buffer = [did(.buffer, 200), did(.resume, 212)]

  /// The pings with a second content view, `seconds` after the first.
  private static func viewed(again seconds: Int64, in urls: [String]) -> [String] {
    let view = urls.keeping(.content && .view).prefix(1).map { $0 }
    let place = urls.firstIndex { view.contains($0) } ?? 0
    return Array(urls[...place]) + view.shifting(by: seconds, .all) + urls[(place + 1)...]
  }

  private static let notCounted: [RehearsalRow] = [
    clean("pause-not-counted") { .of(paused, actions: pause) },
    broken("pause-not-counted", "the whole span is credited", also: valid) {
      .of(paused.adding(90, to: "c64", in: timer && .number(1)), actions: pause)
    },
    broken("pause-not-counted", "a minute of the pause is credited", also: valid) {
      .of(paused, actions: [did(.pause, 140)] + pause.dropFirst())
    },
    cut("pause-not-counted", "without actions") { .of(paused, actions: nil) },

    clean("background-not-counted") { .of(interrupted("background", 90), actions: background) },
    broken("background-not-counted", "no stop in the background", also: valid) {
      .of(plain, actions: background)
    },
    broken("background-not-counted", "no stop at the lock", also: valid) {
      .of(plain, actions: [did(.lock, 200), did(.resume, 250)])
    },
    cut("background-not-counted", "picture in picture") {
      .of(plain.setting("c63", "true", in: .content), actions: background)
    },

    clean("buffer-not-counted") { .of(buffered, actions: buffer) },
    broken(
      "buffer-not-counted",
      "a second view",
      also: ["content-view-once", "resume-credits", "arrival-order"]
    ) {
      .of(viewed(again: 213, in: buffered), actions: buffer)
    },
    broken("buffer-not-counted", "the buffering is credited", also: valid) {
      .of(buffered.adding(12, to: "c64", in: timer && .number(1)), actions: buffer)
    },
    cut("buffer-not-counted", "without actions") { .of(buffered, actions: nil) },
  ]

  // MARK: - Stopping and resuming

  private static let linearPause = interrupted("pause", 90, hasTags: true)
  private static let longPause = interrupted("pause", 2000)
  private static let late = Pick.made(2195...4000)

  private static let resuming: [RehearsalRow] = [
    clean("stop-on-interruption") { .of(linearPause, actions: pause) },
    broken("stop-on-interruption", "the raw ping is a minute late") {
      .of(linearPause.shifting(by: 60, .raw && .made(195...205)), actions: pause)
    },
    broken("stop-on-interruption", "no raw ping at the pause") {
      .of(linearPause.dropping(.raw && .made(195...205)), actions: pause)
    },
    cut("stop-on-interruption", "content without tags") { .of(paused, actions: pause) },

    clean("resume-credits") { .of(paused, actions: pause) },
    broken(
      "resume-credits",
      "no ping after the pause",
      also: ["content-end-marked", "content-timed", "capture-sufficient"]
    ) {
      .of(paused.dropping(.made(289...1000)), actions: pause)
    },
    broken(
      "resume-credits",
      "a second view after the pause",
      also: ["content-view-once", "arrival-order"]
    ) {
      .of(viewed(again: 291, in: paused), actions: pause)
    },
    cut("resume-credits", "without actions") { .of(paused, actions: nil) },

    clean("resume-after-long-pause") { .of(longPause, actions: long) },
    broken("resume-after-long-pause", "the viewing continues after a long pause", also: sameViewing)
    {
      let id = longPause.first("c59", of: .content)
      return .of(longPause.setting("c59", id, in: .content), actions: long)
    },
    broken("resume-after-long-pause", "no view after the pause", also: ["content-view-first"]) {
      .of(longPause.dropping(.content && .view && late), actions: long)
    },
    cut("resume-after-long-pause", "without actions") { .of(longPause, actions: nil) },
    cut("resume-after-long-pause", "a short pause") { .of(paused, actions: pause) },
  ]

  private static let long = [did(.pause, 200), did(.resume, 2200)]
  private static let sameViewing: Set = [
    "content-view-once", "content-nothing-after-end", "content-segments-in-order", "fields-valid",
  ]

  // MARK: - Network, channel and launch

  /// Changes the pings made without a network so that they are sent when it returns.
  private static func queued(_ urls: [String], in seconds: ClosedRange<Int64>) -> [String] {
    urls.editing(.made(seconds)) {
      $0.setting("c62", String(PlayedScenario.start + seconds.upperBound))
        .setting("sdd", "retry,1~~retryreason,offline")
    }
  }

  private static let gap: ClosedRange<Int64> = 401...820
  private static let lost = queued(
    episode(#"{"at": 400, "do": "offline", "for": 420}"#, duration: 960),
    in: gap
  )
  private static let network = [did(.offline, 400), did(.online, 820)]
  private static let unordered: Set = ["arrival-order", "fields-valid"]

  private static let changed = episode(
    """
    {"at": 200, "do": "channel", "name": "Channel Eight", "content": {
      "type": "content", "assetid": "vid345-67484", "program": "Harbour Lights",
      "title": "The Gate S1E4", "length": "3600", "airdate": "20231025 20:00:00",
      "isfullepisode": "y", "adloadtype": "2", "adModel": "1", "segA": "drama",
      "crossId1": "EP009311820013"}}
    """
  )
  private static let change = [did(.channel, 200)]
  private static let old = Pick.content && .timer && .made(195...205)

  private static let killed = episode(#"{"at": 200, "do": "kill", "for": 30}"#)
  private static let kill = [did(.kill, 200), did(.launch, 230)]
  private static let launched = Pick.made(225...2000)

  private static let networks: [RehearsalRow] = [
    clean("offline-queued") { .of(lost, actions: network) },
    broken("offline-queued", "pings without retries", also: unordered) {
      .of(lost.setting("sdd", "retry,0~~retryreason,", in: .made(gap)), actions: network)
    },
    broken(
      "offline-queued",
      "pings made without a network are lost",
      also: ["content-segments-in-order"]
    ) {
      .of(lost.dropping(.made(gap)), actions: network)
    },
    cut("offline-queued", "no ping was made without a network") {
      .of(lost, actions: [did(.offline, 310), did(.online, 380)])
    },

    clean("channel-change-closes") { .of(changed, actions: change) },
    broken("channel-change-closes", "the old viewing does not end", also: ["content-end-marked"]) {
      .of(changed.setting("davty", "1", in: old), actions: change)
    },
    broken("channel-change-closes", "the old viewing ends ten seconds late", also: unordered) {
      .of(changed.shifting(by: 10, old), actions: change)
    },
    cut("channel-change-closes", "without actions") { .of(changed, actions: nil) },

    clean("kill-new-session") { .of(killed, actions: kill) },
    broken(
      "kill-new-session",
      "the session id stays the same",
      also: ["session-id", "no-duplicates"]
    ) {
      let id = killed.first("sessionId", of: .session)
      return .of(killed.setting("sessionId", id, in: launched), actions: kill)
    },
    broken("kill-new-session", "no session ping", also: ["session-ping"]) {
      .of(killed.dropping(.session && launched), actions: kill)
    },
    cut("kill-new-session", "without actions") { .of(killed, actions: nil) },
  ]

  // MARK: - All nine

  private static let everything = queued(
    episode(
      """
      {"at": 100, "do": "pause", "for": 60}, {"at": 200, "do": "pause", "for": 40},
      {"at": 350, "do": "pause", "for": 40}, {"at": 420, "do": "buffer", "for": 12},
      {"at": 500, "do": "background", "for": 60}, {"at": 650, "do": "background", "for": 60},
      {"at": 800, "do": "pause", "for": 40}, {"at": 900, "do": "offline", "for": 400},
      {"at": 1480, "do": "channel", "name": "Channel Eight", "content": {
        "type": "content", "assetid": "vid345-67484", "program": "Harbour Lights",
        "title": "The Gate S1E4", "length": "3600", "airdate": "20231025 20:00:00",
        "isfullepisode": "y", "adloadtype": "2", "adModel": "1", "segA": "drama",
        "crossId1": "EP009311820013"}}
      """,
      duration: 2000
    ),
    in: 1213...1612
  )
  private static let allActions = [
    did(.pause, 100), did(.resume, 160), did(.call, 260), did(.resume, 300), did(.alarm, 450),
    did(.resume, 490), did(.buffer, 560), did(.resume, 572), did(.lock, 652), did(.resume, 712),
    did(.background, 862), did(.foreground, 922), did(.headphones, 1072), did(.resume, 1112),
    did(.offline, 1212), did(.online, 1612), did(.channel, 1792), did(.end, 2312),
  ]

  private static let coverage: [RehearsalRow] = [
    clean("interruptions-covered") { .of(everything, actions: allActions) },
    broken(
      "interruptions-covered",
      "a channel change does not end the viewing",
      also: ["channel-change-closes", "content-end-marked"]
    ) {
      .of(everything.setting("davty", "1", in: timer && .made(1785...1800)), actions: allActions)
    },
    broken(
      "interruptions-covered",
      "pings without retries",
      also: unordered.union(["offline-queued"])
    ) {
      let pick = Pick.made(1213...1612)
      return .of(everything.setting("sdd", "retry,0~~retryreason,", in: pick), actions: allActions)
    },
    cut("interruptions-covered", "headphones were not tried") {
      .of(everything, actions: allActions.filter { $0.name != .headphones })
    },
  ]
}
