/// Parses one input of any kind of media, and selects the requested part of it. The caller feeds
/// the bytes and takes the events.
package final class ParsedInput {
  private let name: String
  private let parser: any MediaParser
  /// The part of the input to read.
  private let window: ReadingWindow
  private var events: ArraySlice<ParsedEvent> = []
  private var segment = 0
  private var failure: TimedMetadataError?
  /// Whether no more bytes are needed, so that only the last events are left to take.
  package private(set) var isOver = false
  /// The number of bytes of the input that have been read.
  package var byteCount: Int64 = 0
  /// The number of bytes up to the latest ones in which media was found.
  package private(set) var mediaByteCount: Int64 = 0
  private var mark: Double?

  /// Makes a parser for an input of a known kind.
  /// - Parameters:
  ///   - kind: The kind of the input. A playlist or a manifest is refused.
  ///   - start: The first bytes of the input, which must also be fed.
  ///   - name: The input as the user named it.
  ///   - begin: Where reading begins; nil for the first tag.
  ///   - options: What to read.
  ///   - bytesAtOnce: The number of bytes of a transport stream after which their PES packets are
  ///     demultiplexed in one call of libavformat.
  /// - Throws: `empty`, `unsupportedKind`, `cannotOpen` or `cannotRead`.
  package init(
    _ kind: InputKind,
    start: [UInt8],
    name: String,
    from begin: ReadingStart?,
    options: ReaderOptions,
    bytesAtOnce: Int = 0
  ) throws(TimedMetadataError) {
    self.name = name
    guard !start.isEmpty else {
      throw TimedMetadataError(
        .empty,
        input: name,
        reason: "holds no bytes",
        remedy: "name a stream or a playlist"
      )
    }
    var options = options
    var window = ReadingWindow()
    window.start = try begin.flatMap { (begin) throws(TimedMetadataError) in
      try Self.seconds(of: begin, name: name)
    }
    // The limit counts from the position where reading begins.
    if let begin = window.start { options.limitSeconds = options.limitSeconds.map { $0 + begin } }
    self.window = window
    switch kind {
    case .transportStream:
      parser = TransportStreamParser(name: name, options: options, bytesAtOnce: bytesAtOnce)
    case .isoMedia: parser = ISOMediaParser(options: options)
    case .packedAudio, .leadingID3: parser = PackedAudioParser(options: options)
    case .text:
      if !options.readsText, let error = Self.refusal(ofText: start, name: name, options) {
        throw error
      }
      parser = PayloadTextParser(name: name, options: options)
    case .compressed(let compression):
      throw TimedMetadataError(
        .unsupportedKind,
        input: name,
        reason: compression.reason,
        remedy: compression.remedy
      )
    case .playlist: throw Self.closed("playlist", name: name)
    case .manifest: throw Self.closed("manifest", name: name)
    }
    var events: [ParsedEvent] = []
    parser.begin(SegmentStart(number: 0), into: &events)
    self.events = events[...]
  }

  // MARK: - Bytes

  /// Parses the next bytes. Returns how many of the bytes after them may be skipped.
  /// - Throws: The reason why no more can be read, which must be passed to ``fail(_:)``.
  package func feed(
    _ bytes: UnsafeRawBufferPointer
  ) throws(TimedMetadataError) -> SkippableBytes {
    var new: [ParsedEvent] = []
    defer { events += new }
    try parser.feed(bytes, into: &new)
    if let mark = parser.mark, mark != self.mark {
      self.mark = mark
      mediaByteCount = byteCount
    }
    guard !parser.hasReachedLimit else {
      try finish(&new)
      return .none
    }
    return parser.skippable
  }

  /// Records that `count` of the skippable bytes were skipped.
  package func skip(_ count: Int64) { parser.skip(count) }

  /// Ends a part of the input.
  package func endPart() throws(TimedMetadataError) {
    var new: [ParsedEvent] = []
    defer { events += new }
    _ = try parser.endSegment(into: &new)
  }

  /// Begins the next part. `hole` describes what is missing before it; nil if nothing is.
  package func beginPart(after hole: String?) {
    segment += 1
    var new: [ParsedEvent] = []
    parser.begin(SegmentStart(number: segment, hole: hole), into: &new)
    events += new
  }

  /// Ends the input.
  package func finish() throws(TimedMetadataError) {
    var new: [ParsedEvent] = []
    defer { events += new }
    try finish(&new)
  }

  private func finish(_ events: inout [ParsedEvent]) throws(TimedMetadataError) {
    guard !isOver else { return }
    isOver = true
    try parser.finish(into: &events)
    events.append(ParsedEvent(.end(summary), in: segment))
  }

  /// Ends the input with an error. The remaining events of the parser are delivered before it.
  package func fail(_ error: TimedMetadataError) {
    failure = error
    guard !isOver else { return }
    isOver = true
    var new: [ParsedEvent] = []
    // The input has no proper end, so an error of the parser about it is irrelevant.
    try? parser.finish(into: &new)
    events += new
  }

  // MARK: - Events

  /// Removes and returns the next event. Nil if none is ready, and after `end`.
  /// - Throws: The error passed to ``fail(_:)``, after the events before it; `unknownKind` if the
  ///   whole input contained no media.
  package func takeEvent() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while let event = events.popFirst()?.event {
      switch event {
      case .tag(let tag) where !window.contains(tag): continue
      case .end(let summary): return .end(try end(summary))
      default: return event
      }
    }
    defer { failure = nil }
    if let failure { throw failure }
    return nil
  }

  private var summary: InputSummary {
    var summary = parser.summary
    summary.byteCount = byteCount
    return summary
  }

  /// The summary of an input whose reading failed: how far it was read, and the kind of its media.
  /// Nil if nothing was found that belongs to a stream.
  package var partialSummary: InputSummary? { parser.hasMedia ? summary.ofContent : nil }

  private func end(_ summary: InputSummary) throws(TimedMetadataError) -> InputSummary {
    guard parser.hasMedia else {
      throw TimedMetadataError(
        .unknownKind,
        input: name,
        reason: "holds nothing that belongs to a stream",
        remedy: "name a transport stream, an MP4 file, packed audio or a playlist"
      )
    }
    guard let start = window.start, let duration = summary.duration, duration < start else {
      return summary
    }
    var summary = summary
    summary.endBeforeStart = PresentationEnd(seconds: duration)
    return summary
  }

  // MARK: - Refusals

  /// The error for a playlist or a manifest, which cannot be opened here.
  private static func closed(_ kind: String, name: String) -> TimedMetadataError {
    TimedMetadataError(
      .unsupportedKind,
      input: name,
      reason: "is a \(kind), which cannot be opened here",
      remedy: "name it by its path or URL"
    )
  }

  /// The reason why a text is not searched for payload strings; nil if it is searched.
  private static func refusal(
    ofText start: [UInt8],
    name: String,
    _ options: ReaderOptions
  ) -> TimedMetadataError? {
    if start.withUnsafeBytes(InputKind.isUnmarkedPlaylist) {
      return TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "is a playlist whose first line is not #EXTM3U",
        remedy: "check what wrote it, and that its beginning was not cut off"
      )
    }
    guard options.refusesText else { return nil }
    return TimedMetadataError(
      .unsupportedKind,
      input: name,
      reason: "is text, and only streams and playlists are read in a directory",
      remedy: "name the file itself, or read texts with --text"
    )
  }

  /// The position in seconds where reading of an input that is not a playlist begins; nil for the
  /// first tag.
  private static func seconds(
    of start: ReadingStart,
    name: String
  ) throws(TimedMetadataError) -> Double? {
    switch start {
    case .beginning, .live: return nil
    case .seconds(let seconds) where seconds >= 0: return seconds
    case .seconds, .wallClock:
      throw TimedMetadataError(
        .cannotOpen,
        input: name,
        reason:
          "is not a playlist: a time of day, or a position from the end, cannot be found in it",
        remedy: "give --from in seconds from the start"
      )
    }
  }
}

extension InputSummary {
  /// The summary itself if it describes any content; otherwise nil.
  package var ofContent: InputSummary? {
    let hasTags = streams.contains { $0.tags > 0 }
    return media.isEmpty || duration == nil && !hasTags ? nil : self
  }
}
