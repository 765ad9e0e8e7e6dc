/// Reads the events of an input one by one, on the thread that asks.
package protocol EventReader: AnyObject {
  /// The next event in stream order; nil after `end`. An error is thrown after the events before it, and nil comes then.
  func next() throws(TimedMetadataError) -> TimedMetadataEvent?

  /// Whether anything was found that belongs to the kind of media.
  var hasMedia: Bool { get }

  /// Whether the input still grows; false as long as that is not known.
  var isLive: Bool { get }

  /// The current summary of the input: complete after `end` was delivered, partial if reading failed.
  var summary: InputSummary { get }
}

/// Reads a source chunk by chunk, and feeds a parser. The parts of the source are segments.
package final class ParsedInput: EventReader {
  private let chunks: ChunkReader
  private let parser: any MediaParser
  private let options: ReaderOptions
  private var events: ArraySlice<ParsedEvent> = []
  private var segment = 0
  private var hasFinished = false
  private var failure: TimedMetadataError?

  /// Reads what `chunks` has not handed out.
  package init(_ chunks: ChunkReader, with parser: any MediaParser, options: ReaderOptions) {
    (self.chunks, self.parser, self.options) = (chunks, parser, options)
    var events: [ParsedEvent] = []
    parser.begin(SegmentStart(number: 0), into: &events)
    self.events = events[...]
  }

  package var hasMedia: Bool { parser.hasMedia }

  /// It ends where it ends.
  package var isLive: Bool { false }

  package var summary: InputSummary {
    var summary = parser.summary
    summary.byteCount = chunks.byteCount
    return summary
  }

  package func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while events.isEmpty, !hasFinished { advance() }
    if let event = events.popFirst()?.event { return event }
    defer { failure = nil }
    if let failure { throw failure }
    return nil
  }

  /// Feeds the next chunk. A failure ends the input: the parser delivers what it still has.
  private func advance() {
    var new: [ParsedEvent] = []
    do throws(TimedMetadataError) {
      let isOver = try !readChunk(&new)
      guard isOver || parser.hasReachedLimit else { return events = new[...] }
      hasFinished = true
      try parser.finish(into: &new)
      new.append(ParsedEvent(.end(summary), in: segment))
    } catch {
      failure = error
      if !hasFinished {
        hasFinished = true
        // What it says about the end of an input that has none is of no interest.
        try? parser.finish(into: &new)
      }
    }
    events = new[...]
  }

  /// False: there is nothing more.
  private func readChunk(_ events: inout [ParsedEvent]) throws(TimedMetadataError) -> Bool {
    if options.isCancelled() { throw .interrupted(input: chunks.source.name) }
    let chunk = try chunks.next()
    options.progress(chunks.byteCount, chunks.source.size)
    guard chunk.isEmpty else {
      try parser.feed(chunk, into: &events)
      let skippable = parser.skippable
      if skippable.left > 0 {
        parser.skip(chunks.skip(skippable.left, surplus: skippable.passed))
      }
      return true
    }
    _ = try parser.endSegment(into: &events)
    guard try chunks.beginNextPart() else { return false }
    segment += 1
    parser.begin(SegmentStart(number: segment, hole: chunks.source.hole), into: &events)
    return true
  }
}
