/// Makes the events of a manifest: the tags of the presentation, without media that carries them.
struct ManifestEventWriter {
  /// The events that the manifest lists, in the order of time.
  private(set) var events: [WrittenManifest.Event] = []
  private var placement: TagPlacement
  private let changes: FaultChanges
  private var count = 0

  /// A writer of the tags of a presentation of `seconds`.
  init(_ options: StreamMakerOptions, seconds: Double) {
    changes = options.fault?.changes ?? FaultChanges()
    placement = TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
  }

  /// Takes the next segment: the tags of its time become events.
  mutating func take(_ content: SegmentContent) throws {
    for pts in content.references {
      placement.noteReference(pts: pts)
      for (tag, pts) in placement.takeDue() {
        count += 1
        events.append(
          WrittenManifest.Event(presentationTime: pts, id: count, message: try tag.bytes(changes))
        )
      }
    }
  }

  /// Removes the events before a time in ticks of 90 kHz, as the segments of that time have been.
  mutating func slide(to start: Int64) { events.removeAll { $0.presentationTime < start } }
}
