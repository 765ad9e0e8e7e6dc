import Conformance
import ResultsStore

/// An alarm or a loss of an earlier run, from a results database.
package struct EarlierIncident: Sendable, Equatable {
  package var incident: Incident
  /// The last time at which it is known to have lasted, in Unix seconds.
  package var until: Double

  /// Makes incidents from the rows of a database.
  package static func all(_ earlier: WatchStore.Earlier) -> [EarlierIncident] {
    earlier.findings.enumerated().flatMap { feed, rows in
      all(rows, ofFeed: feed, runs: earlier.runs)
    }
  }

  /// The incidents of one feed, the oldest first. The row of an end has the severity `info`. If the alarm
  /// itself is a notice, its first row is its beginning.
  private static func all(
    _ rows: [WatchStore.EarlierFinding],
    ofFeed feed: Int,
    runs: [ClosedRange<Double>]
  ) -> [EarlierIncident] {
    var incidents: [EarlierIncident] = []
    var open: [AlarmKey: Int] = [:]
    for row in rows {
      let key = AlarmKey(
        name: AlarmName(rawValue: row.rule),
        track: TrackKey(rendition: row.rendition, program: row.program)
      )
      if row.severity == .info, let index = open[key] {
        open[key] = nil
        incidents[index].incident.end = .at(max(row.date, incidents[index].incident.start))
        incidents[index].until = max(row.date, incidents[index].incident.start)
        continue
      }
      // This is the end of an incident that began before the rows that were read.
      guard row.severity != .info || isNotice(key.name) else { continue }
      // The rows of one alarm have one time.
      let same = incidents.lastIndex {
        $0.incident.name == key.name && $0.incident.start == row.date
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
        start: row.date,
        end: .unknown
      )
      // It lasted until the run ended; otherwise it would have been cleared.
      let end = runs.first { $0.contains(row.date) }?.upperBound
      incidents.append(EarlierIncident(incident: incident, until: end ?? row.date))
    }
    return incidents
  }

  private static func isNotice(_ name: AlarmName) -> Bool {
    AlarmName.own.first { $0.name == name }?.severity == .info
  }
}

extension Watch {
  /// Adds the incidents of earlier runs. Call it before the feeds are read.
  package func recall(_ earlier: [EarlierIncident]) {
    incidents.add(earlier.map(\.incident))
    let byFeed = Dictionary(grouping: earlier, by: \.incident.feed)
    for (feed, found) in byFeed { recall(found, ofFeed: feed) }
  }
}
