import ISOMedia

/// Group `cmaf`: event tracks.
extension Fault {
  static let eventTrackFaults: [Fault] = [
    Fault(
      "event-track-read",
      "One sample has an event of an unknown version.",
      minimumSeconds: 60,
      form: .eventTrack,
      FaultChanges(
        presentation: PresentationChanges(boxes: { moment in
          moment.isStruck ? BoxBytes.box(.eventInstance, [2, 0, 0, 0, 0, 0, 0, 0]) : []
        })
      )
    ),
    Fault(
      "event-track-empty",
      "Two minutes of samples without an event.",
      alsoBreaks: ["cadence-gap", "cadence-tag-time-gap", "event-track-read", "tag-count"],
      minimumSeconds: 300,
      form: .eventTrack,
      FaultChanges(plan: { tag, _ in
        tag.kind == .data && (100..<240).contains(tag.releaseTime) ? [] : [tag]
      })
    ),
    Fault(
      "event-track-duration",
      "The event of one tag lasts a second.",
      alsoBreaks: ["event-track-read"],
      form: .eventTrack,
      FaultChanges(
        presentation: PresentationChanges(instance: { box, tag in
          if tag.isStruck { box.duration = EventTrackBoxes.timescale }
        })
      )
    ),
  ]
}
