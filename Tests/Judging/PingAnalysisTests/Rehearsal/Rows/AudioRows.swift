import PingAnalysis

/// Audio rows, made from an episode whose pings are changed to those of a station.
extension RehearsalRow {
  private static let station: [String] = episode("", duration: 660)
    .setting("rt", "audio", in: .content)
    .setting("ai", "WWWW-FM", in: .content)
    .setting("adid", "WWWW-FM", in: .content)
    .setting("ca", "us-910685_c01_WWWW-FM", in: .content)

  /// A station, then another station from 200 s onwards.
  private static let stations: [String] = {
    let steps = #"{"at": 200, "do": "channel", "name": "Station Two"}"#
    return named(
      "WABC-AM",
      .made(201...2000),
      in: named("WWWW-FM", .made(0...200), in: episode(steps))
    )
    .setting("rt", "audio", in: .content)
  }()

  private static func named(_ id: String, _ pick: Pick, in urls: [String]) -> [String] {
    urls.setting("ai", id, in: .content && pick).setting("adid", id, in: .content && pick)
      .setting("ca", "us-910685_c01_" + id, in: .content && pick)
      .setting("tl", id + " S1E1", in: .content && pick)
  }

  private static let second = Pick.content && .made(201...2000)
  private static let hidden = [did(.background, 100), did(.foreground, 220)]

  static let audio: [RehearsalRow] = [
    clean("audio-present") { .of(station, products: ["audio"]) },
    broken("audio-present", "the station is reported as video", also: ["product-present"]) {
      .of(station.setting("rt", "video", in: .content), products: ["audio"])
    },
    broken("audio-present", "a film is played", also: ["product-present"]) {
      .of(plain, products: ["audio"])
    },
    cut("audio-present", "audio is not requested") { .of(plain) },

    clean("audio-station") { .of(station) },
    broken(
      "audio-station",
      "the station id is in lower case",
      also: ["content-assetid", "fields-valid"]
    ) {
      .of(station.setting("ai", "wwww fm", in: .content))
    },
    broken("audio-station", "the station id is an asset number", also: ["fields-valid"]) {
      .of(station.setting("ai", "vid345-67483", in: .content))
    },
    cut("audio-station", "no audio") { .of(plain) },

    clean("audio-no-id3") { .of(station) },
    broken("audio-no-id3", "a raw ping") {
      let raw = PlayedScenario.cleanLinear.keeping(.raw && .made(110...130))
      let place = station.firstIndex { $0.contains("D1_") } ?? 0
      return .of(Array(station[..<place]) + raw + station[place...])
    },
    broken("audio-no-id3", "tags in the audio player", also: ["audio-station"]) {
      .of(PlayedScenario.cleanLinear.setting("rt", "audio", in: .content))
    },
    cut("audio-no-id3", "no audio") { .of(PlayedScenario.cleanLinear) },

    clean("audio-background-counts") { .of(station, actions: hidden) },
    broken(
      "audio-background-counts",
      "seconds in the background are not credited",
      also: ["playhead-each-second", "content-full-segment", "fields-valid"]
    ) {
      .of(station.setting("c27", "180", in: .content && .number(1) && .timer), actions: hidden)
    },
    broken(
      "audio-background-counts",
      "seconds while locked are not credited",
      also: ["playhead-each-second", "content-full-segment", "fields-valid"]
    ) {
      .of(
        station.setting("c27", "200", in: .content && .number(2) && .timer),
        actions: [did(.lock, 400), did(.foreground, 500)]
      )
    },
    cut("audio-background-counts", "nothing in the background") { .of(station) },

    clean("audio-station-change") { .of(stations) },
    broken(
      "audio-station-change",
      "both stations are in one viewing",
      also: [
        "content-change-new-viewing", "content-view-once", "content-nothing-after-end",
        "content-segments-in-order", "fields-valid", "content-metadata-constant",
      ]
    ) {
      .of(stations.setting("c59", stations.first("c59", of: .content), in: second))
    },
    broken("audio-station-change", "the old viewing does not end", also: ["content-end-marked"]) {
      .of(stations.setting("davty", "1", in: .content && .timer && .made(195...205)))
    },
    cut("audio-station-change", "one station") { .of(station) },
  ]
}
