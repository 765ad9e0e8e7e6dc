/// The past of the strips, from a results database.
extension FeedState {
  /// A time in which an alarm or a loss lasted, on the steady clock, which may have begun after it.
  struct EarlierBand: Sendable {
    var key: TrackKey
    var mark: StateStrip.Mark
    var start: Double
    var end: Double
  }

  /// Draws what earlier runs found. Tracks that are not known yet get theirs when they are made.
  mutating func recall(_ earlier: [EarlierIncident], at moment: Moment) {
    // What is on the steady clock later than on that of the day.
    let shift = moment.now - moment.date
    earlierBands = earlier.compactMap { earlier in
      let incident = earlier.incident
      let isLoss = incident.name == .streamLost
      guard let mark = isLoss ? .lost : StateStrip.Mark(incident.severity) else { return nil }
      return EarlierBand(
        key: incident.track,
        mark: mark,
        start: incident.start + shift,
        end: min(earlier.until + shift, moment.now)
      )
    }
    for band in earlierBands where band.key == .feed {
      strip.mark(band.mark, from: band.start, to: band.end)
    }
    for index in tracks.indices { draw(in: &tracks[index]) }
  }

  /// A track that is new in this run.
  func newTrack(_ key: TrackKey, now: Double) -> TrackState {
    var track = TrackState(key, now: now)
    draw(in: &track)
    return track
  }

  private func draw(in track: inout TrackState) {
    for band in earlierBands where band.key == track.key || band.key == .feed {
      track.strip.mark(band.mark, from: band.start, to: band.end)
    }
  }
}
