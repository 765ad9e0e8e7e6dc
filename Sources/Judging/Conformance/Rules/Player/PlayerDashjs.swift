struct PlayerDashjs: PlayerRule {
  static let title = "dash.js misses tags"
  static let text = """
    How many tags dash.js would show.

    It reads events whose scheme and value the MPD names. It treats an event with the id of one that
    is still listed as a repeat; an event without a known duration stays listed for as long as it
    plays. Without an MPD only ids are checked. It does not play HLS.
    """
  static let traits = RuleTraits.player(
    remedy: "Name scheme and value of the events in the MPD, and count the id up.",
    source: "Dash-Industry-Forum/dash.js#3911",
    needs: [.fragmentedMP4]
  )
  static let policy = PlayerPolicy.dashjs

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
