import TransportStream

/// A rendition that is being made: its segments, and its entries in playlists and manifests.
final class MadeRendition {
  let name: String
  let description: StreamDescription?
  /// The segments that the playlist lists.
  private(set) var segments: [WrittenSegment] = []
  /// How many segments and how many discontinuities were removed from the front of the playlist.
  private(set) var (droppedCount, droppedDiscontinuities) = (0, 0)

  private let number: Int
  private let stream: Int?
  private let writer: any SegmentWriter
  /// Makes the segments of an inserted ad. Nil if no ad is inserted.
  private let adWriter: (any SegmentWriter)?
  private let options: PresentationOptions
  private let store: any PresentationStore
  private var map: WrittenPlaylist.Map?
  private var hasMap = false
  private var fileSize = 0
  private var keys = Set<String>()
  private var peakRate: Int64 = 0
  /// The size in bytes and the duration in 90 kHz ticks of all segments so far.
  private var (byteCount, tickCount): (Int64, Int64) = (0, 0)

  /// `number` is the rendition's number in the presentation, counted from 0. `stream` is the index of the rendition's
  /// stream in `media`; both are nil if there is no media.
  init(
    number: Int,
    name: String,
    media: SourceMedia?,
    stream: Int?,
    writer: any SegmentWriter,
    adWriter: (any SegmentWriter)? = nil,
    options: PresentationOptions,
    store: any PresentationStore
  ) {
    self.number = number
    self.name = name
    self.stream = stream
    self.writer = writer
    self.adWriter = adWriter
    self.options = options
    self.store = store
    description = media.flatMap { media in
      stream.map { StreamDescription(media.demuxer.streams[$0]) }
    }
  }

  var isPackedAudio: Bool { writer is PackedAudioWriter }

  var playlistName: String { "\(name)/index.m3u8" }

  /// The duration of the longest listed segment, in 90 kHz ticks.
  var longestSegment: Int64 { segments.map(\.duration).max() ?? 0 }

  var rate: BitRate {
    BitRate(peak: peakRate, average: Self.rate(byteCount, tickCount))
  }

  struct Made {
    var segment: WrittenSegment
    var bytes: [UInt8]
    /// The byte ranges of the parts in which the segment is published. Empty if the segment has no parts.
    var ranges: [Range<Int>] = []
  }

  /// The segment that is currently being published in parts.
  private var unfinished: WrittenSegment?
  /// The number of parts of each segment, by media sequence number.
  private var partCounts: [Int: Int] = [:]
  /// The number of segments at the live edge whose parts are listed (rfc8216bis, section 6.2.2: three target
  /// durations).
  private static let segmentsWithParts = 3

  func take(_ content: SegmentContent) throws {
    guard let made = try make(content) else { return }
    try publish(made, at: content)
  }

  /// Makes a segment without publishing it. Nil if the segment would be empty.
  func make(_ content: SegmentContent) throws -> Made? {
    // Both writers receive all segments, which keeps the clocks of their tags equal.
    var bytes = try writer.segment(content)
    if let ad = try adWriter?.segment(content), content.isAd { bytes = ad }
    guard !bytes.isEmpty else { return nil }
    changes.segmentBytes?(&bytes, content.moment(firstPTS: options.stream.firstPTS))
    try storeMap()
    let sequence = droppedCount + segments.count
    let key = options.encryption.map {
      SegmentKey($0, seed: options.stream.seed, rendition: number, sequence: sequence)
    }
    if let key {
      if keys.insert(key.uri).inserted { try store.write(key.bytes, to: "\(name)/\(key.uri)") }
      bytes = try key.encrypt(bytes, sequence: sequence)
    }
    let (start, end) =
      stream.flatMap { content.parts[$0] }.map { ($0.start, $0.end) } ?? (
        content.start, content.end
      )
    let offset = (start - options.stream.firstPTS) * 1000 / Timestamp.ticksPerSecond
    let segment = WrittenSegment(
      uri: Self.fileName(sequence, writer.fileExtension),
      byteCount: bytes.count,
      start: start,
      duration: max(end - start, 1),
      wallClock: Int64(options.stream.start) * 1000 + offset,
      isDiscontinuous: content.isDiscontinuous,
      key: key
    )
    var made = Made(segment: segment, bytes: bytes)
    if let partTarget {
      let count = SegmentParts.count(of: segment.duration, partTicks: partTarget)
      made.ranges = SegmentParts.ranges(of: bytes, count: count, cutsTag: changes.cutsTags)
    }
    return made
  }

  func publishPart(_ index: Int, of made: Made) throws {
    guard let partTarget, made.ranges.indices.contains(index) else { return }
    let sequence = droppedCount + segments.count
    let uri = Self.partName(sequence, index, writer.fileExtension)
    try store.write(Array(made.bytes[made.ranges[index]]), to: "\(name)/\(uri)")
    var segment = unfinished ?? made.segment
    let left = made.segment.duration - Int64(index) * partTarget
    segment.parts.append(WrittenPart(uri: uri, duration: max(1, min(left, partTarget))))
    unfinished = segment
  }

  func publish(_ made: Made, at content: SegmentContent) throws {
    var segment = unfinished ?? made.segment
    unfinished = nil
    let bytes = made.bytes
    if options.usesByteRanges {
      segment.uri = commonFile
      segment.byteRange = try append(bytes)
    } else if changes.omitsFile?(content.moment(firstPTS: options.stream.firstPTS)) != true {
      try store.write(bytes, to: "\(name)/\(segment.uri)")
    }
    count(segment)
    partCounts[droppedCount + segments.count] = segment.parts.count
    segments.append(segment)
    let older = segments.count - 1 - Self.segmentsWithParts
    if older >= 0 { segments[older].parts = [] }
  }

  /// The duration of a part, in 90 kHz ticks. Nil if segments are not published in parts.
  private var partTarget: Int64? {
    options.partSeconds.map { Int64($0 * Double(Timestamp.ticksPerSecond)) }
  }

  /// Closes the file that contains all segments, if byte ranges are used.
  func finish() throws {
    if options.usesByteRanges { try store.close("\(name)/\(commonFile)") }
  }

  /// Removes segments from the front of the playlist until `count` remain, and deletes the files of a segment once
  /// `kept` later segments have also left the playlist.
  func slide(to count: Int, keeping kept: Int) throws {
    while segments.count > count {
      let segment = segments.removeFirst()
      if segment.isDiscontinuous { droppedDiscontinuities += 1 }
      droppedCount += 1
      let expired = droppedCount - 1 - kept
      guard expired >= 0 else { continue }
      try store.remove("\(name)/\(Self.fileName(expired, writer.fileExtension))")
      for part in 0..<(partCounts.removeValue(forKey: expired) ?? 0) {
        try store.remove("\(name)/\(Self.partName(expired, part, writer.fileExtension))")
      }
    }
  }

  func playlist(targetDuration: Int, isOnDemand: Bool, isComplete: Bool) -> WrittenPlaylist {
    var playlist = WrittenPlaylist(
      targetDuration: targetDuration,
      mediaSequence: droppedCount,
      discontinuitySequence: droppedDiscontinuities,
      isOnDemand: isOnDemand,
      isComplete: isComplete,
      map: map,
      segments: segments
    )
    if let partTarget {
      playlist.partTarget = partTarget
      playlist.unfinished = unfinished
      playlist.nextPart = Self.partName(
        droppedCount + segments.count,
        unfinished?.parts.count ?? 0,
        writer.fileExtension
      )
    }
    changes.playlist?(&playlist)
    return playlist
  }

  var representation: WrittenManifest.Representation {
    WrittenManifest.Representation(
      id: name,
      bandwidth: peakRate,
      stream: description,
      startNumber: droppedCount,
      segments: segments
    )
  }

  private var changes: PresentationChanges {
    options.stream.fault?.changes.presentation ?? PresentationChanges()
  }

  private var commonFile: String {
    writer.initialization == nil ? "media." + writer.fileExtension : "media.mp4"
  }

  /// The file name of a segment: the media sequence number with at least five digits.
  private static func fileName(_ sequence: Int, _ fileExtension: String) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits + "." + fileExtension
  }

  /// The file name of a part: the segment's file name with the part number before the extension.
  private static func partName(_ sequence: Int, _ part: Int, _ fileExtension: String) -> String {
    fileName(sequence, "\(part).\(fileExtension)")
  }

  private func storeMap() throws {
    guard !hasMap, let bytes = writer.initialization else { return }
    hasMap = true
    guard options.usesByteRanges else {
      map = WrittenPlaylist.Map(uri: "init.mp4")
      try store.write(bytes, to: "\(name)/init.mp4")
      return
    }
    map = WrittenPlaylist.Map(uri: commonFile, byteRange: try append(bytes))
  }

  private func append(_ bytes: [UInt8]) throws -> SegmentRange {
    try store.append(bytes, to: "\(name)/\(commonFile)")
    defer { fileSize += bytes.count }
    return SegmentRange(length: bytes.count, offset: fileSize)
  }

  /// Adds a segment to the bit rates. A segment shorter than half of `segmentSeconds` counts for the peak only if it is
  /// the first one, because its rate is not typical.
  private func count(_ segment: WrittenSegment) {
    let isShort = Double(segment.duration) < options.segmentSeconds * 45_000
    if peakRate == 0 || !isShort {
      peakRate = max(peakRate, Self.rate(Int64(segment.byteCount), segment.duration))
    }
    byteCount += Int64(segment.byteCount)
    tickCount += segment.duration
  }

  private static func rate(_ bytes: Int64, _ ticks: Int64) -> Int64 {
    guard ticks > 0 else { return 0 }
    return (bytes * 8 * Timestamp.ticksPerSecond + ticks - 1) / ticks
  }
}
