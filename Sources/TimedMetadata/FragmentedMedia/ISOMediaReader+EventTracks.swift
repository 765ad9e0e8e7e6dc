import ISOMedia

/// Reads the samples of event tracks (ISO/IEC 23001-18): a sample holds the events of its time, or
/// declares that there are none.
extension ISOMediaReader {
  /// Takes the samples that media data held.
  func receive(_ samples: [BoxWalker.Sample]) {
    // Other messages that wait belong to a fragment that is still to come.
    let waits = queue.holdsMessages
    for bytes in samples {
      for sample in eventTracks.take(at: bytes.place) { receive(sample, bytes) }
    }
    if timeline.hasClock, !waits { release(fragment: latestFragment) }
  }

  private func receive(_ sample: EventTracks.Sample, _ bytes: BoxWalker.Sample) {
    var content = EmptySpell.Content.empty
    EventTrackSample.forEachElement(of: bytes.bytes[...]) { element, position in
      let offset = bytes.offset + Int64(position)
      switch element {
      case .noEvent: break
      case .fault(let words):
        if content == .empty { content = .other }
        note(.eventTrackRead, at: offset, "event track \(sample.track): \(words)")
      case .event(let event):
        let isForUs = receive(event, at: offset, of: sample)
        if isForUs || content == .empty { content = isForUs ? .id3 : .other }
      }
    }
    guard let start = timeline.time(of: sample.time, in: latestFragment) else {
      return
    }
    add(
      eventTracks.note(
        content,
        ofTrack: sample.track,
        from: start,
        to: start + sample.duration
      )
    )
  }

  /// Takes an event. Returns whether it holds ID3, or is meant to.
  private func receive(
    _ event: EventInstanceBox,
    at offset: Int64,
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
    guard var message = IncomingMessage(box, offset: offset, isCut: false) else { return false }
    message.sample = IncomingMessage.Sample(track: sample.track, time: sample.time)
    if !isBelievable {
      let words = "presentation_time_delta \(event.delta)"
      note(.eventTrackRead, at: offset, "event track \(sample.track): emib with \(words)")
    }
    if !isBelievable || sum < 0 { message.notes.append(.clockEstimated) }
    enqueue(message, at: offset)
    return true
  }

  /// Says which samples of event tracks are not read since the movie box lists them: a file without
  /// fragments.
  func noteUnreadSamples(at offset: Int64) {
    for (id, track) in timeline.eventTracks where track.listedSamples > 0 {
      let count = Int(track.listedSamples)
      add([
        StreamNote(
          id: .eventTrackRead,
          offset: offset,
          amount: count,
          detail: "event track \(id): \(count) samples listed in moov are not read: write the file "
            + "with fragments"
        )
      ])
    }
  }
}
