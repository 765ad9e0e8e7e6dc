import ISOMedia
import TransportStream

/// Faults of the rules in the group `cmaf`: event messages.
extension Fault {
  static let eventFaults: [Fault] = [
    event(
      "emsg-version",
      "The message of one tag has version 0 in AOM's scheme.",
      ofStruckTag: { $0.version = 0 }
    ),
    event(
      "emsg-scheme",
      "The message of one tag has an unknown scheme.",
      ofStruckTag: { $0.scheme = "urn:example:id3" }
    ),
    event(
      "emsg-message-data",
      "Sixteen bytes precede one tag in its message.",
      ofStruckTag: { $0.message = [UInt8](repeating: 0x55, count: 16) + $0.message }
    ),
    Fault(
      "emsg-malformed",
      "The value of one message is not terminated.",
      minimumSeconds: 60,
      form: .fragments,
      FaultChanges(
        presentation: PresentationChanges(boxes: { moment in
          guard moment.isStruck else { return [] }
          var box = TagEvent(presentationTime: moment.startPTS)
          box.value = "value"
          box.endsValue = false
          return box.bytes
        })
      )
    ),
    Fault(
      "emsg-position",
      "A message with an ID3 tag precedes ftyp.",
      form: .fragments,
      FaultChanges(
        presentation: PresentationChanges(beforeInitialization: { pts in
          var box = TagEvent(presentationTime: pts)
          box.id = .max
          box.message = ID3Bytes.tag(frames: [
            ID3Bytes.text(description: "id3tap", value: "early")
          ])
          return box.bytes
        })
      )
    ),
    event(
      "emsg-time-range",
      "The message of one tag is due 0.3 s after the end of its fragment.",
      ofStruckTagAt: { box, moment in
        box.presentationTime = moment.endPTS + Timestamp.ticksPerSecond * 3 / 10
      }
    ),
    Fault(
      "emsg-timescale",
      "One message has timescale 0.",
      minimumSeconds: 60,
      form: .fragments,
      FaultChanges(
        presentation: PresentationChanges(boxes: { moment in
          guard moment.isStruck else { return [] }
          var box = TagEvent(presentationTime: moment.startPTS)
          box.timescale = 0
          return box.bytes
        })
      )
    ),
    event(
      "emsg-duration",
      "The event of one tag lasts a second.",
      ofStruckTag: { $0.duration = $0.timescale }
    ),
    Fault(
      "emsg-id-reuse",
      "All messages have the same id.",
      form: .fragments,
      FaultChanges(
        presentation: PresentationChanges(event: { box, _, _ in box.id = 1 })
      )
    ),
    Fault(
      "emsg-duplicate",
      "The message of one tag is repeated in the next segment.",
      minimumSeconds: 50,
      form: .fragments,
      FaultChanges(
        presentation: PresentationChanges(repeatsEvent: { $0.isStruck })
      )
    ),
    Fault(
      "emsg-brand",
      "No segment declares the ID3 brand.",
      minimumSeconds: 15,
      form: .fragments,
      FaultChanges(presentation: PresentationChanges(namesBrand: false))
    ),
  ]

  /// Makes a fault in the event message of the tag at ``PlannedTag/struckIndex``.
  private static func event(
    _ id: String,
    _ summary: String,
    ofStruckTag change: @escaping @Sendable (inout TagEvent) -> Void
  ) -> Fault {
    event(id, summary, ofStruckTagAt: { box, _ in change(&box) })
  }

  /// Makes a fault in the event message of the tag that is struck. `change` receives the message and its segment.
  private static func event(
    _ id: String,
    _ summary: String,
    ofStruckTagAt change:
      @escaping @Sendable (inout TagEvent, PresentationChanges.Moment) -> Void
  ) -> Fault {
    Fault(
      id,
      summary,
      form: .fragments,
      FaultChanges(
        presentation: PresentationChanges(event: { box, tag, moment in
          if tag.isStruck { change(&box, moment) }
        })
      )
    )
  }
}

/// Faults of the rules in the group `cmaf`: event tracks.
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
      "For two minutes, no sample has an event.",
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
