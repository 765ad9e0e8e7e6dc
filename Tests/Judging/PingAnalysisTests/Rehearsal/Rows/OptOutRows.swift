import PingAnalysis

/// Opt-out and identity.
extension RehearsalRow {
  static let optOut: [RehearsalRow] = optingOut + optOutPage + identities

  /// Out from 130 s on; at 540 s the user leaves the episode, opts in and watches it again.
  private static let out = episode(
    #"""
    {"at": 130, "do": "optOut", "value": "1"},
    {"at": 540, "do": "channel", "name": "Channel Seven"},
    {"at": 540, "do": "optOut", "value": "0"}
    """#,
    duration: 960
  )
  private static let choices = [did(.optOut, 130, "1"), did(.optOut, 540, "0"), did(.end, 960)]
  private static let during = Pick.made(135...535)
  private static let marked = Pick.value("uoo", "true")
  private static let after = Pick.made(541...2000)
  /// Other items that an unmarked ping of the time out contradicts.
  private static let unmarked: Set = ["optout-no-leak", "fpid", "noid-opted-out"]
  private static let invalid: Set = ["fields-valid"]
  private static let ended: Set = ["content-timed", "content-end-marked", "capture-sufficient"]

  private static let optingOut: [RehearsalRow] = [
    clean("optout-marks") { .of(out, actions: choices) },
    broken("optout-marks", "one ping is not marked", also: unmarked) {
      .of(out.setting("uoo", "", in: .content && during, first: 1), actions: choices)
    },
    broken("optout-marks", "none is marked", also: unmarked.union(["optout-continues"])) {
      .of(out.setting("uoo", "", in: .content && during), actions: choices)
    },
    broken("optout-marks", "one is not marked, and the choice is not known", also: unmarked) {
      .of(out.setting("uoo", "", in: .content && .timer && during, first: 1), actions: nil)
    },
    cut("optout-marks", "nobody opted out") { .of(plain) },

    clean("optout-continues") { .of(out, actions: choices) },
    broken("optout-continues", "nothing after the first ping", also: ended) {
      .of(out.dropping(marked && .timer), actions: choices)
    },
    broken("optout-continues", "nothing at all", also: ended) {
      .of(out.keeping(.made(0...130)), actions: [choices[0], did(.end, 600)])
    },
    cut("optout-continues", "nobody opted out") { .of(plain) },

    clean("optout-blank-ids") { .of(out, actions: choices) },
    broken("optout-blank-ids", "a device id", also: invalid) {
      .of(out.setting("c9", String(repeating: "a", count: 64), in: marked), actions: choices)
    },
    broken("optout-blank-ids", "a vendor id", also: invalid) {
      let id = "6F1C2B0E-8D34-4A57-9C1B-2E7F5A90D3C4"
      return .of(out.setting("ve_id", id, in: marked, first: 1), actions: choices)
    },
    cut("optout-blank-ids", "nobody opted out") { .of(plain) },

    clean("optout-no-leak") { .of(out, actions: choices) },
    broken("optout-no-leak", "a span that begins before the opt-in", also: spans) {
      .of(out.adding(-100, to: "c64", in: .content && .timer && .made(541...601)), actions: choices)
    },
    broken("optout-no-leak", "an unmarked timer", also: ["optout-marks", "fpid"]) {
      .of(out.setting("uoo", "", in: .content && .timer && during, first: 1), actions: choices)
    },
    cut("optout-no-leak", "nobody opted out") { .of(plain) },

    clean("optin-returns") { .of(out, actions: choices) },
    broken("optin-returns", "the marks stay", also: stays) {
      .of(out.setting("uoo", "true", in: .content && after), actions: choices)
    },
    broken("optin-returns", "the mark stays in the view", also: stays) {
      .of(out.setting("uoo", "true", in: .content && .view && .made(539...600)), actions: choices)
    },
    cut("optin-returns", "no opt-in") {
      .of(out.keeping(.made(0...530)), actions: [choices[0]])
    },
  ]

  private static let spans: Set = [
    "playhead-each-second", "content-full-segment", "fields-valid", "optin-returns",
  ]
  private static let stays: Set = ["optout-blank-ids", "optout-no-leak", "fields-valid"]

  // MARK: - The page

  private static let configuration = "https://cdn.invalid/cgi-bin/cfg?sfcode=dcr-cert"

  private static func opened(_ page: String) -> RehearsalCase {
    .of([configuration] + out + [page], actions: choices, holdsOthers: true)
  }

  private static let optOutPage: [RehearsalRow] = [
    clean("optout-page") { opened("https://privacy.invalid/optout/app.html") },
    broken("optout-page", "a page of the app") { opened("https://app.invalid/privacy.html") },
    broken("optout-page", "no page", also: ["optout-marks", "optout-continues"]) {
      .of([configuration] + out, actions: [], holdsOthers: true)
    },
    cut("optout-page", "nobody opted out") {
      .of([configuration] + plain, holdsOthers: true)
    },
    cut("optout-page", "a list of pings") { .of(out, actions: choices) },
  ]

  // MARK: - Identifiers

  private static let ids = ["c9", "c1", "fp_id", "fp_cr_tm", "fp_acc_tm", "ve_id"]

  /// The pings of an app without ids, with a mark or without.
  private static func withoutIDs(_ mark: String) -> [String] {
    ids.reduce(plain) { $0.setting($1, "", in: .all) }.setting("uoo", mark, in: .content)
  }

  private static let future = String(repeating: "a", count: 29) + "1900000000"
  private static let logIn: [String] = {
    var scenario = PlayedScenario()
    scenario.appInfo["hem_sha256"] = String(repeating: "0a", count: 32)
    return (try? scenario.urls()) ?? []
  }()

  private static let identities: [RehearsalRow] = [
    clean("noid-opted-out") { .of(withoutIDs("true")) },
    broken("noid-opted-out", "no mark") { .of(withoutIDs("")) },
    broken("noid-opted-out", "one ping without a mark", also: ["optout-marks"]) {
      .of(withoutIDs("true").setting("uoo", "", in: .content && .timer, first: 1))
    },
    cut("noid-opted-out", "an app with ids") { .of(plain) },

    clean("device-id-hashed") { .of(plain) },
    broken("device-id-hashed", "an advertising id", also: invalid) {
      .of(plain.setting("c9", "6F1C2B0E-8D34-4A57-9C1B-2E7F5A90D3C4", in: .all))
    },
    broken("device-id-hashed", "another id in one ping", also: invalid) {
      .of(plain.setting("c9", String(repeating: "a", count: 64), in: .content, first: 1))
    },
    cut("device-id-hashed", "no id") {
      .of(plain.setting("c9", "", in: .all).setting("c1", "", in: .all))
    },

    clean("fpid") { .of(plain) },
    broken("fpid", "two ids in one session", also: invalid) {
      let other = String(repeating: "b", count: 29) + plain.first("fp_cr_tm", of: .content)
      return .of(plain.setting("fp_id", other, in: .content && .timer, first: 1))
    },
    broken("fpid", "another time of creation", also: invalid) {
      .of(plain.setting("fp_cr_tm", "1600000000", in: .all))
    },
    cut("fpid", "no id") { .of(plain.setting("fp_id", "", in: .all)) },

    clean("login-hash") { .of(logIn) },
    broken("login-hash", "an address", also: invalid) {
      .of(logIn.setting("hem_sha256", "a@b.se", in: .session))
    },
    broken("login-hash", "60 digits", also: invalid) {
      .of(logIn.setting("hem_sha256", String(repeating: "a", count: 60), in: .session))
    },
    cut("login-hash", "no log-in") { .of(plain) },

    clean("session-id") { .of(plain) },
    broken("session-id", "from the future", also: invalid) {
      .of(plain.setting("sessionId", future, in: .all))
    },
    broken("session-id", "38 characters", also: invalid) {
      .of(plain.setting("sessionId", String(future.dropFirst()), in: .all))
    },
    cut("session-id", "none") { .of(plain.editing(.all) { $0.removing("sessionId") }) },
  ]
}
