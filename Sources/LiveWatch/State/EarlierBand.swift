/// The time range of an alarm or a loss of an earlier run, on the steady clock. It can be before the start of
/// that clock.
struct EarlierBand: Sendable {
  var key: TrackKey
  var mark: StateStrip.Mark
  var start: Double
  var end: Double

  /// The bands of an incident at `moment`, one for each track; none when it leaves no mark.
  static func all(_ earlier: EarlierIncident, at moment: FeedState.Moment) -> [EarlierBand] {
    earlier.incident.tracks.compactMap { EarlierBand(earlier, $0, at: moment) }
  }

  private init?(_ earlier: EarlierIncident, _ track: TrackKey, at moment: FeedState.Moment) {
    let incident = earlier.incident
    let isLoss = incident.name == .streamLost
    guard let mark = isLoss ? .lost : StateStrip.Mark(incident.severity) else { return nil }
    // The difference between the steady clock and Unix time.
    let shift = moment.now - moment.date
    self.mark = mark
    key = track
    start = incident.start + shift
    end = min(earlier.until + shift, moment.now)
  }
}
