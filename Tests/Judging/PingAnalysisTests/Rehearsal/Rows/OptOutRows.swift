import PingAnalysis

/// Rows about opt-out and identity.
extension RehearsalRow {
  static let optOut: [RehearsalRow] = optingOut + optOutPage + identities

  /// An episode with an opt-out at 130 s. At 540 s the user leaves it, opts in, and watches it again.
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
  /// Items that fail if a ping of opted-out time is unmarked.
  private static let unmarked: Set = ["optout-no-leak", "fpid", "noid-opted-out"]
  private static let invalid: Set = ["fields-valid"]
  private static let ended: Set = ["content-timed", "content-end-marked", "capture-sufficient"]

  private static let optingOut: [RehearsalRow] = [
    clean("optout-marks") { .of(out, actions: choices) },
    broken("optout-marks", "one ping is not marked", also: unmarked) {
      .of(out.setting("uoo", "", in: .content && during, first: 1), actions: choices)
    },
    broken("optout-marks", "no ping is marked", also: unmarked.union(["optout-continues"])) {
      .of(out.setting("uoo", "", in: .content && during), actions: choices)
    },
    broken("optout-marks", "one ping is not marked, without actions", also: unmarked) {
      .of(out.setting("uoo", "", in: .content && .timer && during, first: 1), actions: nil)
    },
    cut("optout-marks", "nobody opted out") { .of(plain) },

    clean("optout-continues") { .of(out, actions: choices) },
    broken("optout-continues", "no timer while opted out", also: ended) {
      .of(out.dropping(marked && .timer), actions: choices)
    },
    broken("optout-continues", "no ping while opted out", also: ended) {
      .of(out.keeping(.made(0...130)), actions: [choices[0], did(.end, 600)])
    },
    cut("optout-continues", "nobody opted out") { .of(plain) },

    clean("optout-blank-ids") { .of(out, actions: choices) },
    broken("optout-blank-ids", "a marked ping has a device id", also: invalid) {
      .of(out.setting("c9", String(repeating: "a", count: 64), in: marked), actions: choices)
    },
    broken("optout-blank-ids", "a marked ping has a vendor id", also: invalid) {
      let id = "6F1C2B0E-8D34-4A57-9C1B-2E7F5A90D3C4"
      return .of(out.setting("ve_id", id, in: marked, first: 1), actions: choices)
    },
    cut("optout-blank-ids", "nobody opted out") { .of(plain) },

    clean("optout-no-leak") { .of(out, actions: choices) },
    broken("optout-no-leak", "an unmarked span begins before the opt-in", also: spans) {
      .of(out.adding(-100, to: "c64", in: .content && .timer && .made(541...601)), actions: choices)
    },
    broken("optout-no-leak", "an unmarked timer", also: ["optout-marks", "fpid"]) {
      .of(out.setting("uoo", "", in: .content && .timer && during, first: 1), actions: choices)
    },
    cut("optout-no-leak", "nobody opted out") { .of(plain) },

    clean("optin-returns") { .of(out, actions: choices) },
    broken("optin-returns", "pings stay marked after the opt-in", also: stays) {
      .of(out.setting("uoo", "true", in: .content && after), actions: choices)
    },
    broken("optin-returns", "the view stays marked after the opt-in", also: stays) {
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
    broken("optout-page", "only another page of the app was opened") {
      opened("https://app.invalid/privacy.html")
    },
    broken("optout-page", "no page was opened", also: ["optout-marks", "optout-continues"]) {
      .of([configuration] + out, actions: [], holdsOthers: true)
    },
    cut("optout-page", "nobody opted out") {
      .of([configuration] + plain, holdsOthers: true)
    },
    cut("optout-page", "the capture has only pings") { .of(out, actions: choices) },
  ]

  // MARK: - Identifiers

  private static let ids = ["c9", "c1", "fp_id", "fp_cr_tm", "fp_acc_tm", "ve_id"]

  /// The pings of an app without ids, with the given opt-out mark.
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
    broken("noid-opted-out", "pings without a mark") { .of(withoutIDs("")) },
    broken("noid-opted-out", "one ping without a mark", also: ["optout-marks"]) {
      .of(withoutIDs("true").setting("uoo", "", in: .content && .timer, first: 1))
    },
    cut("noid-opted-out", "an app with ids") { .of(plain) },

    clean("device-id-hashed") { .of(plain) },
    broken("device-id-hashed", "the device id is an advertising id", also: invalid) {
      .of(plain.setting("c9", "6F1C2B0E-8D34-4A57-9C1B-2E7F5A90D3C4", in: .all))
    },
    broken("device-id-hashed", "one ping has another device id", also: invalid) {
      .of(plain.setting("c9", String(repeating: "a", count: 64), in: .content, first: 1))
    },
    cut("device-id-hashed", "no device id") {
      .of(plain.setting("c9", "", in: .all).setting("c1", "", in: .all))
    },

    clean("fpid") { .of(plain) },
    broken("fpid", "two first-party ids in one session", also: invalid) {
      let other = String(repeating: "b", count: 29) + plain.first("fp_cr_tm", of: .content)
      return .of(plain.setting("fp_id", other, in: .content && .timer, first: 1))
    },
    broken("fpid", "fp_cr_tm does not match fp_id", also: invalid) {
      .of(plain.setting("fp_cr_tm", "1600000000", in: .all))
    },
    cut("fpid", "no first-party id") { .of(plain.setting("fp_id", "", in: .all)) },

    clean("login-hash") { .of(logIn) },
    broken("login-hash", "an e-mail address instead of a hash", also: invalid) {
      .of(logIn.setting("hem_sha256", "a@b.se", in: .session))
    },
    broken("login-hash", "a hash of 60 digits", also: invalid) {
      .of(logIn.setting("hem_sha256", String(repeating: "a", count: 60), in: .session))
    },
    cut("login-hash", "no login") { .of(plain) },

    clean("session-id") { .of(plain) },
    broken("session-id", "a session id with a time in the future", also: invalid) {
      .of(plain.setting("sessionId", future, in: .all))
    },
    broken("session-id", "a session id of 38 characters", also: invalid) {
      .of(plain.setting("sessionId", String(future.dropFirst()), in: .all))
    },
    cut("session-id", "no session id") { .of(plain.editing(.all) { $0.removing("sessionId") }) },
  ]
}
