import Conformance
import Records
import TimedMetadata

extension FeedState {
  /// Segments left the playlist before they were read.
  private static let windowMissed: NoteID = "hls-window-missed"
  /// A segment could not be read, or is not there. It is told before its report, which waits for the tags
  /// of others.
  private static let unread: Set<NoteID> = ["hls-segment-missing", "hls-segment-gap"]

  /// Takes the next event of the reader.
  mutating func receive(_ event: TimedMetadataEvent, at moment: Moment) {
    if isPlaylist == nil { isPlaylist = false }
    switch event {
    case .tag(let tag): receive(tag, at: moment)
    case .segment(let segment): receive(segment, at: moment)
    case .note(let note):
      if note.id == Self.windowMissed, let time = note.time {
        agreement.forget(note.rendition, before: time)
      }
      if Self.unread.contains(note.id) {
        segmentFailure = "segment \(note.segment ?? "-"): \(note.detail)"
      }
      checker.receive(event)
    case .marker: checker.receive(event)
    case .end: break
    }
  }

  private mutating func receive(_ tag: TimedTag, at moment: Moment) {
    media.insert(MediaKind(carrying: tag.carriage))
    delivered(at: moment)
    checker.receive(.tag(tag))
    if isPlaylist == true, let text = tag.nielsen?.text, let time = tag.time {
      agreement.receive(text, at: time, in: tag.rendition)
    }
    guard let track = track(key(tag.rendition, tag.program), now: moment.now),
      case .new(let change) = tracks[track].receive(
        tag,
        now: moment.now,
        mayBeRepeated: isPlaylist == true
      )
    else { return }
    if let change { cidChange = (change, Place(tag)) }
    let row = ExtractRow(input: name, index: tagIndex, tag: tag)
    let place = tracks[track].key
    tagIndex += 1
    tell(.tag, at: moment) { event in
      event.tag = row
      event.track = place
    }
  }

  private mutating func receive(_ segment: SegmentReport, at moment: Moment) {
    checker.receive(.segment(segment))
    if let kind = segment.media { media.insert(kind) }
    let compared = agreement.compared
    for missing in agreement.receive(segment) {
      let key = TrackKey(rendition: missing.rendition)
      if disagreements[key] == nil { disagreements[key] = missing }
    }
    if agreement.compared != compared { self.compared = moment.now }
    if segment.isComplete {
      segmentFailure = nil
      delivered(at: moment)
    } else if let failure = segment.failure {
      segmentFailure = "segment \(segment.uri): \(failure)"
    }
    guard let track = track(TrackKey(rendition: segment.rendition), now: moment.now) else { return }
    tracks[track].receive(segment, now: moment.now)
  }

  /// What a reader would say if the feed ended now.
  func summary(now: Double) -> InputSummary {
    var summary = InputSummary(duration: reached(now: now), streams: [], byteCount: lastBytes)
    summary.media = media
    guard isPlaylist == true else { return summary }
    summary.playlist = PlaylistSummary(isLive: true)
    summary.renditions = tracks.compactMap { track in
      track.summary.map { known in
        var known = known
        known.tags = track.connectionTags
        known.nielsenTags = track.connectionTags
        known.end = track.reached
        return known
      }
    }
    return summary
  }

  /// How far the feed has come in presentation seconds. Between the tags of a stream without segments time
  /// goes on as the clock does.
  func reached(now: Double) -> Double? {
    let latest = tracks.compactMap { track -> Double? in
      guard isPlaylist != true, let time = track.lastTagTime, let arrival = track.lastTag,
        arrival >= connected
      else { return track.reached }
      return max(track.reached ?? time, time + now - arrival)
    }
    return latest.max()
  }
}
