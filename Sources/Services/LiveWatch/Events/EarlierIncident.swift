import Conformance
import Records

/// An alarm or a loss of an earlier run, from a results database.
package struct EarlierIncident: Sendable, Equatable {
  package var incident: Incident
  /// The last time at which the alarm or loss is assumed to have been active, in Unix seconds.
  package var until: Double

  package static func all(_ earlier: WatchStore.Earlier) -> [EarlierIncident] {
    earlier.findings.enumerated().flatMap { feed, rows in
      all(rows, ofFeed: feed, runs: earlier.runs)
    }
  }

  /// The incidents of one feed, oldest first. A row with the severity `info` is the end of an incident, unless the
  /// alarm itself has that severity and no incident is open.
  private static func all(
    _ rows: [(date: Double, record: FindingRecord)],
    ofFeed feed: Int,
    runs: [ClosedRange<Double>]
  ) -> [EarlierIncident] {
    var incidents: [EarlierIncident] = []
    var open: [AlarmKey: Int] = [:]
    for (date, row) in rows {
      let key = AlarmKey(
        name: AlarmName(rawValue: row.rule),
        track: TrackKey(rendition: row.rendition, program: row.program)
      )
      if row.severity == .info, let index = open[key] {
        open[key] = nil
        incidents[index].incident.end = .at(max(date, incidents[index].incident.start))
        incidents[index].until = max(date, incidents[index].incident.start)
        continue
      }
      // A row for an end without a beginning belongs to an incident that began before the rows that were read.
      guard row.severity != .info || isNotice(key.name) else { continue }
      // The rows for the tracks of one alarm have the same time.
      let same = incidents.lastIndex {
        $0.incident.name == key.name && $0.incident.start == date
      }
      if let same {
        open[key] = same
        if !incidents[same].incident.tracks.contains(key.track) {
          incidents[same].incident.tracks.append(key.track)
        }
        continue
      }
      open[key] = incidents.count
      let incident = Incident(
        feed: feed,
        name: key.name,
        severity: row.severity,
        tracks: [key.track],
        message: row.message,
        start: date,
        end: .unknown
      )
      // If no row ends the incident, it lasted until the run ended.
      let end = runs.first { $0.contains(date) }?.upperBound
      incidents.append(EarlierIncident(incident: incident, until: end ?? date))
    }
    return incidents
  }

  private static func isNotice(_ name: AlarmName) -> Bool {
    AlarmName.own.first { $0.name == name }?.severity == .info
  }
}

/// The time range of an alarm or a loss of an earlier run, on the steady clock. The range can begin before time 0 of
/// that clock.
struct EarlierBand: Sendable {
  var key: TrackKey
  var mark: StateStrip.Mark
  var start: Double
  var end: Double

  /// The bands of an incident at `moment`, one for each track; empty if the incident's severity has no mark.
  static func all(_ earlier: EarlierIncident, at moment: FeedState.Moment) -> [EarlierBand] {
    let incident = earlier.incident
    let isLoss = incident.name == .streamLost
    guard let mark = isLoss ? .lost : StateStrip.Mark(incident.severity) else { return [] }
    // The difference between the steady clock and Unix time.
    let shift = moment.now - moment.date
    let (start, end) = (incident.start + shift, min(earlier.until + shift, moment.now))
    return incident.tracks.map { EarlierBand(key: $0, mark: mark, start: start, end: end) }
  }
}
