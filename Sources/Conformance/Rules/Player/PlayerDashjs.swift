/// How many tags dash.js would show.
///
/// It takes events whose scheme and value the MPD names, and takes an event with the id of one that is still
/// listed for a repeat: of one without a known duration as long as it plays. Without an MPD only ids are
/// looked at. It plays no HLS.
struct PlayerDashjs: PlayerRule {
  static let traits = RuleTraits.player(
    remedy: "Name scheme and value of the events in the MPD, and count the id up.",
    source: "Dash-Industry-Forum/dash.js#3911",
    needs: [.fragmentedMP4]
  )
  static let policy = PlayerPolicy.dashjs

  var judge = PlayerJudge(policy, withLimitations: true)

  init(_ settings: RuleSettings) {}
}
