/// The events of one input that is fed: of its medium, in the part of it that was asked for. The caller brings the bytes, and
/// takes the events.
package final class ParsedInput {
  private let name: String
  private let parser: any MediaParser
  /// The part to read.
  private let window: ReadingWindow
  private var events: ArraySlice<ParsedEvent> = []
  private var segment = 0
  private var failure: TimedMetadataError?
  /// Whether no more bytes are wanted: the last events can be taken.
  package private(set) var isOver = false
  /// Bytes of the input that have been read.
  package var byteCount: Int64 = 0
  /// Of these the bytes up to the latest in which media was found.
  package private(set) var mediaByteCount: Int64 = 0
  private var mark: Double?

  /// Parses an input of this kind, whose first bytes are `start`.
  /// - Parameters:
  ///   - kind: Its kind, neither a playlist nor a manifest.
  ///   - start: Its first bytes, which are also fed.
  ///   - name: The input as the user named it.
  ///   - begin: Where to begin; nil for its first tag.
  ///   - options: What to read.
  ///   - bytesAtOnce: Bytes of a transport stream whose PES packets are demultiplexed in one call of libavformat.
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
    // The limit counts from there.
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

  /// Takes the next bytes. Returns those after them that may be left out.
  /// - Throws: Why no more can be read: pass it to ``fail(_:)``.
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

  /// Some of the skippable bytes were left out.
  package func skip(_ count: Int64) { parser.skip(count) }

  /// A part of the input has ended.
  package func endPart() throws(TimedMetadataError) {
    var new: [ParsedEvent] = []
    defer { events += new }
    _ = try parser.endSegment(into: &new)
  }

  /// The next part begins; `hole` says what is missing before it.
  package func beginPart(after hole: String?) {
    segment += 1
    var new: [ParsedEvent] = []
    parser.begin(SegmentStart(number: segment, hole: hole), into: &new)
    events += new
  }

  /// The input has ended.
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

  /// Nothing more can be read. What the parser still has is delivered before the failure.
  package func fail(_ error: TimedMetadataError) {
    failure = error
    guard !isOver else { return }
    isOver = true
    var new: [ParsedEvent] = []
    // What it says about the end of an input that has none is of no interest.
    try? parser.finish(into: &new)
    events += new
  }

  // MARK: - Events

  /// The next event that has been read; nil if there is none, and after `end` when the input is over.
  /// - Throws: What was passed to ``fail(_:)``, after the events before it; `unknownKind` when the whole input held no
  ///   media.
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

  /// The summary of an input whose reading failed: how far it was read, and the kind of its media. Nil if
  /// nothing was found that belongs to a stream.
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

  /// The error for a playlist or a manifest that cannot be opened.
  private static func closed(_ kind: String, name: String) -> TimedMetadataError {
    TimedMetadataError(
      .unsupportedKind,
      input: name,
      reason: "is a \(kind), which cannot be opened here",
      remedy: "name it by its path or URL"
    )
  }

  /// Why a text is not searched for payload strings; nil when it is.
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

  /// Where to begin in an input other than a playlist; nil for its first tag.
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
        reason: "is not a playlist: a time of day, or a position from the end, cannot be found in it",
        remedy: "give --from in seconds from the start"
      )
    }
  }
}

extension InputSummary {
  /// The same, if it says anything about content; nil if it does not.
  package var ofContent: InputSummary? {
    let hasTags = streams.contains { $0.tags > 0 }
    return media.isEmpty || duration == nil && !hasTags ? nil : self
  }
}
