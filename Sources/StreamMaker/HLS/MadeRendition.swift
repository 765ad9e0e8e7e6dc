import TransportStream

/// One rendition in the making: its segments, and what the playlists say about it.
final class MadeRendition {
  /// The folder of its files.
  let name: String
  /// What its stream is; nil without media.
  let description: StreamDescription?
  /// The segments that the playlist lists.
  private(set) var segments: [WrittenSegment] = []
  /// The number of segments and of discontinuities before them.
  private(set) var (droppedCount, droppedDiscontinuities) = (0, 0)

  private let number: Int
  private let stream: Int?
  private let writer: any SegmentWriter
  private let options: PresentationOptions
  private let store: any PresentationStore
  private var map: WrittenPlaylist.Map?
  private var hasMap = false
  private var fileSize = 0
  private var keys = Set<String>()
  /// The highest rate so far, and everything there was.
  private var peakRate: Int64 = 0
  private var (byteCount, tickCount): (Int64, Int64) = (0, 0)

  /// A rendition.
  ///
  /// - Parameters:
  ///   - number: its number in the presentation, from 0.
  ///   - name: the folder of its files.
  ///   - media: where its stream is; nil without media.
  ///   - stream: the position of its stream; nil without media.
  ///   - writer: what makes its segments.
  ///   - options: the presentation.
  ///   - store: takes its files.
  init(
    number: Int,
    name: String,
    media: SourceMedia?,
    stream: Int?,
    writer: any SegmentWriter,
    options: PresentationOptions,
    store: any PresentationStore
  ) {
    self.number = number
    self.name = name
    self.stream = stream
    self.writer = writer
    self.options = options
    self.store = store
    description = media.flatMap { media in
      stream.map { StreamDescription(media.demuxer.streams[$0]) }
    }
  }

  /// Whether its segments are packed audio.
  var isPackedAudio: Bool { writer is PackedAudioWriter }

  /// The name of its playlist.
  var playlistName: String { "\(name)/index.m3u8" }

  /// The longest of the listed segments, in ticks of 90 kHz.
  var longestSegment: Int64 { segments.map(\.duration).max() ?? 0 }

  /// The rates of all segments so far.
  var rate: BitRate {
    BitRate(peak: peakRate, average: Self.rate(byteCount, tickCount))
  }

  /// Makes and stores its part of a segment.
  func take(_ content: SegmentContent) throws {
    var bytes = try writer.segment(content)
    guard !bytes.isEmpty else { return }
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
    var segment = WrittenSegment(
      uri: Self.fileName(sequence, writer.fileExtension),
      byteCount: bytes.count,
      start: start,
      duration: max(end - start, 1),
      wallClock: Int64(options.stream.start) * 1000 + offset,
      isDiscontinuous: content.isDiscontinuous,
      key: key
    )
    if options.usesByteRanges {
      segment.uri = commonFile
      segment.byteRange = try append(bytes)
    } else if changes.omitsFile?(content.moment(firstPTS: options.stream.firstPTS)) != true {
      try store.write(bytes, to: "\(name)/\(segment.uri)")
    }
    count(segment)
    segments.append(segment)
  }

  /// Ends the file with all segments.
  func finish() throws {
    if options.usesByteRanges { try store.close("\(name)/\(commonFile)") }
  }

  /// Takes segments off the front of the playlist until it has `count` of them, and removes files that
  /// have not been listed for `kept` segments.
  func slide(to count: Int, keeping kept: Int) throws {
    while segments.count > count {
      let segment = segments.removeFirst()
      if segment.isDiscontinuous { droppedDiscontinuities += 1 }
      droppedCount += 1
      let expired = droppedCount - 1 - kept
      guard expired >= 0 else { continue }
      try store.remove("\(name)/\(Self.fileName(expired, writer.fileExtension))")
    }
  }

  /// Its playlist.
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
    changes.playlist?(&playlist)
    return playlist
  }

  /// What a manifest says of it.
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

  /// The name of a segment's file: its media sequence number, in five digits or more.
  private static func fileName(_ sequence: Int, _ fileExtension: String) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits + "." + fileExtension
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

  /// The rate of a short segment is not counted: it says nothing about others.
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
