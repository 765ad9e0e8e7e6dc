/// The time range of an alarm or a loss of an earlier run, on the steady clock. It can be before the start of
/// that clock.
struct EarlierBand: Sendable {
  var key: TrackKey
  var mark: StateStrip.Mark
  var start: Double
  var end: Double

  /// Makes the band of an incident at `moment`; nil when it leaves no mark.
  init?(_ earlier: EarlierIncident, at moment: FeedState.Moment) {
    let incident = earlier.incident
    let isLoss = incident.name == .streamLost
    guard let mark = isLoss ? .lost : StateStrip.Mark(incident.severity) else { return nil }
    // The difference between the steady clock and Unix time.
    let shift = moment.now - moment.date
    self.mark = mark
    key = incident.track
    start = incident.start + shift
    end = min(earlier.until + shift, moment.now)
  }
}
