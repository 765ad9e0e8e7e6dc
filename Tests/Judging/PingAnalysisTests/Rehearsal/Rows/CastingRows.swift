import PingAnalysis

/// Rows about connected devices and casting.
extension RehearsalRow {
  static let casting: [RehearsalRow] = connecting + casts + receivers

  private static let airplay =
    #""do": "ott", "ottStatus": "1", "ottType": "airplay", "ottDevice": "airplay""#

  /// AirPlay from 130 to 460 s.
  private static let connected = episode(
    #"{"at": 130, \#(airplay)}, {"at": 460, "do": "ott", "ottStatus": "0"}"#,
    duration: 800
  )
  private static let routes = [did(.ott, 130, "1"), did(.ott, 460, "0")]
  private static let device = Pick.value("c71", "1")
  private static let views: Set = ["content-view-once", "fields-valid"]

  private static func without(_ pick: Pick, in urls: [String]) -> [String] {
    urls.editing(pick) { $0.removing("c71").removing("c72") }
  }

  private static func with(_ type: String, _ pick: Pick, in urls: [String]) -> [String] {
    urls.setting("c71", "1", in: pick).setting("c72", type, in: pick)
  }

  private static let launched = Pick.made(225...2000)
  private static func launch(_ steps: String) -> [String] {
    episode(#"{"at": 100, \#(airplay)}, {"at": 200, "do": "kill", "for": 30}"# + steps)
  }
  private static let reported = launch(#", {"at": 200, \#(airplay)}"#)
  private static let launching = [did(.ott, 100, "1"), did(.kill, 200), did(.launch, 230)]

  private static let connecting: [RehearsalRow] = [
    clean("ott-flag-and-type") { .of(connected) },
    broken("ott-flag-and-type", "no type", also: views) {
      .of(connected.setting("c72", "", in: device))
    },
    broken("ott-flag-and-type", "a type without a flag", also: views) {
      .of(connected.editing(device) { $0.removing("c71") })
    },
    cut("ott-flag-and-type", "no device") { .of(plain) },

    clean("ott-type-known") { .of(connected) },
    cut("ott-type-known", "a type that no guide names") {
      .of(connected.setting("c72", "roku", in: device))
    },
    cut("ott-type-known", "no device") { .of(plain) },

    clean("ott-reported") { .of(connected, actions: routes) },
    broken("ott-reported", "no ping reports the device", also: views) {
      .of(without(device, in: connected), actions: routes)
    },
    broken("ott-reported", "the device is still reported after it was disconnected", also: views) {
      .of(with("airplay", .content && .made(462...2000), in: connected), actions: routes)
    },
    cut("ott-reported", "without actions") { .of(connected, actions: nil) },

    clean("ott-at-launch") { .of(reported, actions: launching) },
    broken("ott-at-launch", "no ping after the launch reports the device", also: views) {
      .of(without(launched, in: launch("")), actions: launching)
    },
    broken("ott-at-launch", "the device is no longer reported after the launch", also: views) {
      .of(without(launched, in: reported), actions: launching)
    },
    cut("ott-at-launch", "without actions") { .of(reported, actions: nil) },
  ]

  // MARK: - Casting

  /// An app that ends its viewing at 200 s, casts for ten minutes, and starts again.
  private static let sender = episode(
    """
    {"at": 200, "do": "channel", "name": "Channel Seven"}, {"at": 200, "do": "pause", "for": 600}
    """
  )
  private static let cast = [did(.cast, 200, "1"), did(.cast, 800, "0")]
  private static let last = Pick.content && .timer && .made(195...205)
  private static let returned = Pick.content && .made(795...2000)
  private static let playsOn: Set = ["cast-sender-ends", "cast-sender-returns"]

  private static let casts: [RehearsalRow] = [
    clean("cast-sender-ends") { .of(sender, actions: cast) },
    broken("cast-sender-ends", "the viewing is not ended", also: ["content-end-marked"]) {
      .of(sender.setting("davty", "1", in: last), actions: cast)
    },
    broken("cast-sender-ends", "the viewing ends 20 s late", also: ["cast-sender-silent"]) {
      .of(sender.shifting(by: 20, last), actions: cast)
    },
    cut("cast-sender-ends", "without actions") { .of(sender, actions: nil) },

    clean("cast-sender-silent") { .of(sender, actions: cast) },
    broken("cast-sender-silent", "the sender continues to play", also: playsOn) {
      .of(plain, actions: [did(.cast, 200, "1"), did(.cast, 500, "0")])
    },
    broken("cast-sender-silent", "a view during the cast", also: playsOn.union(["content-timed"])) {
      .of(sender.shifting(by: -300, .view && returned), actions: cast)
    },
    cut("cast-sender-silent", "without actions") { .of(sender, actions: nil) },

    clean("cast-sender-returns") { .of(sender, actions: cast) },
    broken("cast-sender-returns", "the sender continues the old viewing", also: sameViewing) {
      let id = sender.first("c59", of: .content)
      return .of(sender.setting("c59", id, in: returned), actions: cast)
    },
    broken("cast-sender-returns", "the device is still connected", also: views) {
      .of(with("casting", .view && returned, in: sender), actions: cast)
    },
    cut("cast-sender-returns", "without actions") { .of(sender, actions: nil) },
  ]

  private static let sameViewing: Set = [
    "content-view-once", "content-nothing-after-end", "content-segments-in-order", "fields-valid",
    "content-end-marked", "cast-sender-ends",
  ]

  // MARK: - The receiver

  private static let receiver: [String] = {
    var scenario = PlayedScenario()
    scenario.start += 210
    scenario.duration = 330
    let urls = (try? scenario.urls()) ?? []
    let pings = urls.editing(.all) { $0.setting("c16", "bj.6.0.0") }
      .setting("c30", "bj.6.0.0", in: Pick { $0["c30"] != nil })
    return with("casting", .content, in: pings)
  }()

  /// A receiver that uses id3tap's engine: `ox` as on the sender, with `ad=0` in content pings.
  private static let own =
    receiver
    .setting("c16", "ox.1.0.0", in: .all)
    .setting("c30", "ox.1.0.0", in: Pick { $0["c30"] != nil })
    .setting("ad", "0", in: .content)

  private static let unknownID = String(repeating: "b", count: 64)

  private static func both(_ receiver: [String]) -> RehearsalCase {
    let place = sender.count - sender.keeping(.made(700...3000)).count
    return .of(Array(sender[..<place]) + receiver + sender[place...], actions: cast)
  }

  private static let receivers: [RehearsalRow] = [
    clean("cast-receiver-ids") { both(receiver) },
    broken("cast-receiver-ids", "the receiver has another device id") {
      both(receiver.setting("c9", unknownID, in: .all).setting("c1", unknownID, in: .all))
    },
    broken("cast-receiver-ids", "the receiver has no device id", also: ["fields-valid"]) {
      both(receiver.setting("c9", "", in: .all).setting("c1", "", in: .all))
    },
    cut("cast-receiver-ids", "only the sender is captured") { .of(sender, actions: cast) },

    clean("cast-receiver-ids", "a receiver with id3tap's engine") { both(own) },
    clean("cast-sender-silent", "a receiver with id3tap's engine plays") { both(own) },
    broken("cast-receiver-ids", "a receiver with id3tap's engine has another device id") {
      both(own.setting("c9", unknownID, in: .content).setting("c1", unknownID, in: .content))
    },
    clean("device-id-hashed", "the receiver has its own id until the cast begins") {
      both(own.setting("c9", unknownID, in: .session))
    },
    broken(
      "device-id-hashed",
      "the receiver's id changes during the cast",
      also: ["cast-receiver-ids"]
    ) {
      let timers = Pick.content && .timer
      return both(own.setting("c9", unknownID, in: timers).setting("c1", unknownID, in: timers))
    },
  ]
}
