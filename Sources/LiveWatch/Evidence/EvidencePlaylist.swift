import HLS

/// A media playlist whose lines are kept as they were read, with file names in place of URIs. It checks
/// nothing: a wrong line stays wrong.
struct EvidencePlaylist {
  typealias Source = EvidenceRecorder.Source

  /// A tag with a URI.
  struct Reference {
    var line: String
    var source: Source?
  }

  /// A segment with the tags before it.
  struct Segment {
    var lines: [String] = []
    var keys: [Reference] = []
    var map: Reference?
    var source: Source
    /// The partial segments that were listed for it, in order.
    var parts: [Source] = []
  }

  /// The tags that apply to the whole playlist.
  private(set) var header: [String] = []
  /// The segments by Media Sequence Number.
  private(set) var segments: [Int64: Segment] = [:]
  /// The Discontinuity Sequence Number before each segment that was listed.
  private var discontinuities: [Int64: Int64] = [:]

  /// The longest valid partial segment, in seconds.
  private static let longestPart = 3600.0
  /// The most lines of a text that are read.
  private static let mostLines = 200_000
  private static let headerTags = [
    "#EXT-X-VERSION", "#EXT-X-TARGETDURATION", "#EXT-X-INDEPENDENT-SEGMENTS",
  ]
  /// Tags that refer to data that is not recorded, or control how a live playlist is requested.
  private static let leftOut = [
    "#EXTM3U", "#EXT-X-ENDLIST", "#EXT-X-PLAYLIST-TYPE", "#EXT-X-SERVER-CONTROL",
    "#EXT-X-PART-INF", "#EXT-X-PRELOAD-HINT", "#EXT-X-RENDITION-REPORT", "#EXT-X-DEFINE",
    "#EXT-X-START",
  ]

  /// Adds the lines of a text; they replace known segments.
  mutating func add(_ text: EvidenceRecorder.Text) {
    var reading = Reading(base: text.base)
    header = []
    for line in EvidenceText.lines(of: text.bytes).prefix(Self.mostLines) {
      take(line, &reading)
    }
    takeUnfinished(reading)
  }

  /// The state of reading: the tags that apply to the next segment.
  private struct Reading {
    let base: String
    var number: Int64 = 0
    var discontinuity: Int64 = 0
    var lines: [String] = []
    var keys: [Reference] = []
    var map: Reference?
    var range: Substring?
    var parts: [Source] = []
    /// The total duration of the parts, in seconds.
    var partSeconds = 0.0
    /// The end of the last byte range of each URL.
    var ends: [String: Int64] = [:]
    /// The end of the last byte range of a part of each URL.
    var partEnds: [String: Int64] = [:]
  }

  private mutating func take(_ line: String, _ reading: inout Reading) {
    let tag = line.prefix { $0 != ":" }
    let value = line.dropFirst(tag.count + 1)
    switch tag {
    case "#EXT-X-MEDIA-SEQUENCE": reading.number = Int64(value) ?? 0
    case "#EXT-X-DISCONTINUITY-SEQUENCE": reading.discontinuity = Int64(value) ?? 0
    case "#EXT-X-SKIP":
      let skipped = EvidenceText.attribute("SKIPPED-SEGMENTS", in: line).flatMap { Int64($0) } ?? 0
      reading.number = reading.number.addingReportingOverflow(max(0, skipped)).partialValue
    case "#EXT-X-PART": takePart(line, &reading)
    case "#EXT-X-BYTERANGE": reading.range = value
    case "#EXT-X-KEY": takeKey(line, &reading)
    case "#EXT-X-MAP": reading.map = reference(line, &reading)
    case _ where Self.leftOut.contains(String(tag)): return
    case _ where Self.headerTags.contains(String(tag)): header.append(line)
    case _ where line.hasPrefix("#"):
      if tag == "#EXT-X-DISCONTINUITY" { reading.discontinuity &+= 1 }
      reading.lines.append(line)
    default: takeSegment(line, &reading)
    }
  }

  private mutating func takeSegment(_ line: String, _ reading: inout Reading) {
    let url = URIResolution.resolve(line, against: reading.base)
    let range = reading.range.flatMap { EvidenceText.range($0, after: reading.ends[url] ?? 0) }
    reading.ends[url] = range?.upperBound
    segments[reading.number] = Segment(
      lines: reading.lines,
      keys: reading.keys,
      map: reading.map,
      source: Source(url: url, range: range),
      // The parts of older segments are no longer listed.
      parts: reading.parts.isEmpty ? segments[reading.number]?.parts ?? [] : reading.parts
    )
    discontinuities[reading.number] = reading.discontinuity
    reading.number &+= 1
    (reading.lines, reading.range, reading.parts, reading.partSeconds) = ([], nil, [], 0)
  }

  private func takePart(_ line: String, _ reading: inout Reading) {
    guard let uri = EvidenceText.attribute("URI", in: line) else { return }
    let url = URIResolution.resolve(uri, against: reading.base)
    let range = EvidenceText.attribute("BYTERANGE", in: line)
      .flatMap { EvidenceText.range($0[...], after: reading.partEnds[url] ?? 0) }
    reading.partEnds[url] = range?.upperBound
    reading.parts.append(Source(url: url, range: range))
    let seconds = EvidenceText.attribute("DURATION", in: line).flatMap { Double($0) } ?? 0
    if seconds > 0, seconds < Self.longestPart { reading.partSeconds += seconds }
  }

  /// Makes a segment of the parts of an incomplete segment; a later text replaces it.
  private mutating func takeUnfinished(_ reading: Reading) {
    guard let first = reading.parts.first else { return }
    segments[reading.number] = Segment(
      lines: reading.lines + ["#EXTINF:\(reading.partSeconds),"],
      keys: reading.keys,
      map: reading.map,
      // It has no URI yet.
      source: Source(url: first.url + "#unfinished", range: first.range),
      parts: reading.parts
    )
    discontinuities[reading.number] = reading.discontinuity
  }

  /// A key replaces the key of its format; `NONE` removes all keys.
  private func takeKey(_ line: String, _ reading: inout Reading) {
    guard EvidenceText.attribute("METHOD", in: line) != "NONE" else { return reading.keys = [] }
    let format = EvidenceText.attribute("KEYFORMAT", in: line)
    reading.keys.removeAll { EvidenceText.attribute("KEYFORMAT", in: $0.line) == format }
    reading.keys.append(reference(line, &reading))
  }

  private func reference(_ line: String, _ reading: inout Reading) -> Reference {
    let range = EvidenceText.attribute("BYTERANGE", in: line)
      .flatMap { EvidenceText.range($0[...], after: 0) }
    let source = EvidenceText.attribute("URI", in: line).map { uri in
      Source(url: URIResolution.resolve(uri, against: reading.base), range: range)
    }
    return Reference(line: line, source: source)
  }

  // MARK: - Parts

  /// Makes pieces of the segments of which only the parts were read: a segment consists of its parts
  /// (rfc8216bis, section 3.3).
  func joinParts(in recording: inout EvidenceRecorder.Recording) {
    for segment in segments.values where !segment.parts.isEmpty {
      guard let joined = Self.joined(segment, recording) else { continue }
      // More of it can have been read since the last time.
      if let known = recording.pieces[segment.source], known.bytes.count >= joined.bytes.count {
        continue
      }
      recording.pieces[segment.source] = joined
      recording.failures.remove(segment.source)
    }
  }

  /// The parts of a segment up to the first that was not read, and the rest of the segment after them.
  private static func joined(
    _ segment: Segment,
    _ recording: EvidenceRecorder.Recording
  ) -> EvidenceRecorder.Piece? {
    var bytes: [UInt8] = []
    var serial: Int?
    for part in segment.parts {
      guard let piece = recording.piece(covering: part) else { break }
      serial = serial ?? piece.serial
      bytes += piece.bytes
    }
    let start = (segment.source.range?.lowerBound ?? 0) + Int64(bytes.count)
    let end = segment.source.range?.upperBound ?? .max
    let rest = Source(url: segment.source.url, range: start..<max(start, end))
    if !bytes.isEmpty, let piece = recording.pieces[rest] { bytes += piece.bytes }
    return serial.map { EvidenceRecorder.Piece(serial: $0, bytes: bytes) }
  }

  // MARK: - Writing

  /// Makes the text of the playlist with file names.
  /// - Parameters:
  ///   - recording: The recorded data.
  ///   - name: Returns the file name of a piece; called for each piece that the text refers to.
  /// - Returns: The text; nil when none of its segments was recorded.
  func text(_ recording: EvidenceRecorder.Recording, name: (Source) -> String?) -> String? {
    let numbers = segments.filter { _, segment in
      recording.pieces[segment.source] != nil || recording.failures.contains(segment.source)
    }.keys
    guard let first = numbers.min(), let last = numbers.max(),
      numbers.contains(where: { number in
        segments[number].map { recording.pieces[$0.source] != nil } ?? false
      })
    else { return nil }
    var lines = ["#EXTM3U"] + header + ["#EXT-X-MEDIA-SEQUENCE:\(first)"]
    let starts = segments[first]?.lines.contains("#EXT-X-DISCONTINUITY") == true ? 1 : 0
    if let discontinuity = discontinuities[first], discontinuity - Int64(starts) > 0 {
      lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuity - Int64(starts))")
    }
    var (keys, map): ([String], String?) = ([], nil)
    var previous = first
    for number in segments.keys.filter({ (first...last).contains($0) }).sorted() {
      guard let segment = segments[number] else { continue }
      // Segments that left the playlist unread are missing here: a discontinuity comes before the next
      // segment.
      if number > previous &+ 1 { lines.append("#EXT-X-DISCONTINUITY") }
      previous = number
      let ownKeys = segment.keys.map { Self.line($0, name) }
      if ownKeys != keys { lines += ownKeys.isEmpty ? ["#EXT-X-KEY:METHOD=NONE"] : ownKeys }
      let ownMap = segment.map.map { Self.line($0, name) }
      if let ownMap, ownMap != map || ownKeys != keys { lines.append(ownMap) }
      (keys, map) = (ownKeys, ownMap)
      lines += segment.lines
      lines.append(name(segment.source) ?? "missing-\(number).ts")
    }
    return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
  }

  private static func line(_ reference: Reference, _ name: (Source) -> String?) -> String {
    guard let source = reference.source else { return reference.line }
    return EvidenceText.replacingURI(in: reference.line, with: name(source) ?? "missing.bin")
  }
}
