import TransportStream

/// Keeps events in the order of the stream while the time of some tags is not known yet: a tag that
/// waits for its clock holds back the events after it.
struct EventQueue {
  private enum Entry {
    case note(StreamNote, MetadataPES?)
    case tag(TimedTag, MetadataPES?)
    case marker(TimelineMarker)
    case end(InputSummary)
  }

  private var entries = Fifo<Entry>()
  private var isSettled = false
  private var failure: TimedMetadataError?
  private let options: ReaderOptions

  init(options: ReaderOptions) { self.options = options }

  /// Takes a note; one without a time of its own takes that of the PES it is about.
  mutating func append(note: StreamNote, placedBy pes: MetadataPES? = nil) {
    entries.append(.note(note, pes))
  }

  mutating func append(tag: TimedTag, placedBy pes: MetadataPES?) {
    entries.append(.tag(tag, pes))
  }

  mutating func append(marker: TimelineMarker) { entries.append(.marker(marker)) }

  mutating func append(summary: InputSummary) { entries.append(.end(summary)) }

  /// The input failed: after what is queued comes this error.
  mutating func fail(with error: TimedMetadataError) { failure = error }

  /// No further clock will come.
  mutating func settle() { isSettled = true }

  /// Events that are held back: a tag that waits for its clock, and the events after it.
  var backlog: Int { entries.count }

  /// The next event that is ready; nil when there is none, or it waits for its clock.
  @inline(never)
  mutating func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while let entry = entries.first {
      switch entry {
      case .note(var note, let pes):
        if note.time == nil, let pes {
          switch pes.placement {
          case .waiting:
            guard isSettled else { return nil }
          case .placed(let time), .estimated(let time):
            note.time = seconds(time)
          case .unplaced:
            break
          }
        }
        entries.popFirst()
        return .note(note)
      case .marker(let marker):
        entries.popFirst()
        return .marker(marker)
      case .end(let summary):
        entries.popFirst()
        return .end(summary)
      case .tag(var tag, let pes):
        switch pes?.placement ?? .unplaced {
        case .waiting:
          guard isSettled else { return nil }
        case .placed(let time):
          tag.time = seconds(time)
        case .estimated(let time):
          tag.time = seconds(time)
          tag.notes.append(.clockEstimated)
        case .unplaced:
          break
        }
        switch pes?.jump {
        case .backward: tag.notes.append(.clockBackward)
        case .forward: tag.notes.append(.clockJump)
        case nil: break
        }
        entries.popFirst()
        if options.wants(tag) { return .tag(tag) }
      }
    }
    if let failure {
      self.failure = nil
      throw failure
    }
    return nil
  }

  private func seconds(_ ticks: Int64) -> Double {
    Double(ticks) / Double(Timestamp.ticksPerSecond)
  }
}
