import ISOMedia
import TransportStream

/// Reads the samples of event tracks (ISO/IEC 23001-18). A sample contains the events of its time, or declares that no
/// event is active.
extension ISOMediaParser {
  func receive(_ samples: [BoxWalker.Sample]) {
    // If other messages wait, they belong to a fragment that follows.
    let waits = queue.holdsMessages
    for bytes in samples {
      for sample in eventTracks.take(at: bytes.place) { receive(sample, bytes) }
    }
    if timeline.hasClock, !waits { release(fragment: latestFragment) }
  }

  private func receive(_ sample: EventTracks.Sample, _ bytes: BoxWalker.Sample) {
    var content = EmptySpell.Content.empty
    EventTrackSample.forEachElement(of: bytes.bytes[...]) { element, position in
      let place = bytes.position.advanced(by: Int64(position))
      switch element {
      case .noEvent: break
      case .fault(let words):
        if content == .empty { content = .other }
        note(.eventTrackRead, at: place, "event track \(sample.track): \(words)")
      case .event(let event):
        let isForID3 = receive(event, at: place, of: sample)
        if isForID3 || content == .empty { content = isForID3 ? .id3 : .other }
      }
    }
    guard let start = timeline.time(of: sample.time, in: latestFragment) else { return }
    add(eventTracks.note(content, ofTrack: sample.track, from: start, to: start + sample.duration))
  }

  /// Processes an event. Returns whether it has an ID3 scheme or contains an ID3 tag.
  private func receive(
    _ event: EventInstanceBox,
    at position: StreamPosition,
    of sample: EventTracks.Sample
  ) -> Bool {
    let (sum, isTooLarge) = sample.time.ticks.addingReportingOverflow(event.delta)
    let isBelievable =
      !isTooLarge && MediaTime(ticks: sum, timescale: sample.time.timescale) != nil
    let box = EventMessageBox(
      scheme: event.scheme,
      value: event.value,
      timescale: sample.time.timescale,
      due: .presentation(UInt64(max(0, isBelievable ? sum : sample.time.ticks))),
      duration: event.duration,
      id: event.id,
      data: event.data
    )
    guard
      var message = IncomingMessage(
        box,
        offset: position.offset,
        segment: position.segment,
        isCut: false
      )
    else { return false }
    message.sample = IncomingMessage.Sample(track: sample.track, time: sample.time)
    if !isBelievable {
      let words = "presentation_time_delta \(event.delta)"
      note(.eventTrackRead, at: position, "event track \(sample.track): unusable \(words)")
    }
    if !isBelievable || sum < 0 { message.notes.append(.clockEstimated) }
    enqueue(message, at: position)
    return !message.isSplice
  }

  /// Reports samples of event tracks that the movie box lists. They are not read: only samples in fragments are read.
  func noteUnreadSamples(at position: StreamPosition) {
    for (id, track) in timeline.eventTracks where track.listedSamples > 0 {
      let count = Int(track.listedSamples)
      let words = "event track \(id): \(count) samples listed in moov are not read: write the file "
      add(
        StreamNote(id: .eventTrackRead, amount: count, detail: words + "with fragments"),
        at: position
      )
    }
  }
}
