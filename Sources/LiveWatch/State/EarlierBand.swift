/// A time in which an alarm or a loss of an earlier run lasted, on the steady clock, which may have begun
/// after it.
struct EarlierBand: Sendable {
  var key: TrackKey
  var mark: StateStrip.Mark
  var start: Double
  var end: Double

  /// The band of an incident at `moment`; nil: it leaves no mark.
  init?(_ earlier: EarlierIncident, at moment: FeedState.Moment) {
    let incident = earlier.incident
    let isLoss = incident.name == .streamLost
    guard let mark = isLoss ? .lost : StateStrip.Mark(incident.severity) else { return nil }
    // What is on the steady clock later than on that of the day.
    let shift = moment.now - moment.date
    self.mark = mark
    key = incident.track
    start = incident.start + shift
    end = min(earlier.until + shift, moment.now)
  }
}
