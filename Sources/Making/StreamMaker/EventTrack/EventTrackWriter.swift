import ISOMedia
import TransportStream

/// Makes the chunks of an event track: each has one sample with the events of its time.
///
/// An event is repeated in the sample after its own, for players that join there; a sample without any says so.
struct EventTrackWriter {
  private let options: StreamMakerOptions
  private let changes: FaultChanges
  private var placement: TagPlacement
  private var count: UInt32 = 0
  /// The events of the sample before, with their times.
  private var repeated: [(box: EventInstanceBox, pts: Int64)] = []
  private var end: Int64?

  init(_ options: StreamMakerOptions, seconds: Double) {
    self.options = options
    changes = options.fault?.changes ?? FaultChanges()
    placement = TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
  }

  /// The chunk of a segment of the media.
  mutating func chunk(_ content: SegmentContent) throws -> [UInt8] {
    // The track starts with the first frame of audio or video, without them with the clock: times count
    // from there.
    let clockStart = max(0, content.start - ClockSource.decoderDelay)
    let first = content.parts.values.map(\.start).min() ?? clockStart
    let start = end ?? min(content.start, first)
    let duration = max(content.end - start, 1)
    end = start + duration
    var events: [(box: EventInstanceBox, pts: Int64)] = []
    for pts in content.references {
      placement.noteReference(pts: pts)
      for (tag, pts) in placement.takeDue() { events.append((try event(of: tag), pts)) }
    }
    let presentation = changes.presentation
    var sample = presentation.boxes?(content.moment(firstPTS: options.firstPTS)) ?? []
    for (box, pts) in repeated + events {
      var box = box
      box.delta = pts - start
      sample += box.bytes
    }
    repeated = events
    if sample.isEmpty { sample = BoxBytes.box(.noEvent, []) }
    return EventTrackBoxes.chunk(
      sequence: UInt32(truncatingIfNeeded: content.number + 1),
      decodeTime: start,
      duration: duration,
      sample: sample
    )
  }

  private mutating func event(of tag: PlannedTag) throws -> EventInstanceBox {
    count += 1
    var box = EventInstanceBox(
      delta: 0,
      duration: .max,
      id: count,
      scheme: TagEvent.scheme,
      value: "",
      data: try tag.bytes(changes)[...]
    )
    changes.presentation.instance?(&box, tag)
    return box
  }
}
