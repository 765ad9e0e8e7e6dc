import Formats

/// The content ids that the DATA tags of one stream carry, and from when to when.
struct ContentSpans: Sendable, Equatable {
  /// Consecutive DATA tags with the same content ids.
  struct Span: Sendable, Equatable {
    /// The content id of the Program Content, encrypted.
    var pc: String
    /// The content id of the Final Distributor, encrypted.
    var fd: String
    /// Presentation seconds of the first of these tags.
    var start: Double
    /// Presentation seconds of the last of these tags.
    var end: Double
    /// The number of these tags.
    var tags: Int
  }

  /// At most as many spans are kept.
  static let capacity = 100
  /// The length of a content id in a tag is 24.
  private static let longest = 40

  private(set) var spans: [Span] = []
  /// Whether later spans were left out.
  private(set) var isCut = false
  private var isReduced = false

  /// Adds the next DATA tag; one without content ids or time is skipped.
  mutating func append(pc: String?, fd: String?, time: Double?) {
    guard !isReduced, pc != nil || fd != nil, let time, time.isFinite, abs(time) < 1e9 else {
      return
    }
    let pc = LongText.cut(pc ?? "", to: Self.longest)
    let fd = LongText.cut(fd ?? "", to: Self.longest)
    if !isCut, let last = spans.indices.last, spans[last].pc == pc, spans[last].fd == fd {
      spans[last].end = max(spans[last].end, time)
      spans[last].tags += 1
    } else if spans.count < Self.capacity {
      spans.append(Span(pc: pc, fd: fd, start: time, end: time, tags: 1))
    } else {
      isCut = true
    }
  }

  /// Forgets all tags.
  mutating func restart() { (spans, isCut) = ([], false) }

  /// Drops the spans, and takes no more of them.
  mutating func reduce() { (spans, isReduced) = ([], true) }

  /// A content id as text: the null id means that no source is named.
  static func words(_ id: String) -> String {
    id == "AAAAAAAAAAAAAAAAAAAAAA==" ? "null (no source)" : id.isEmpty ? Quantity.unknown : id
  }
}

extension InputReport {
  /// A row of the table of content ids. Streams with the same ids at the same times share their rows.
  struct ContentRow {
    /// The streams: `all 3 renditions`, or their names.
    var streams: String
    var span: ContentSpans.Span
  }

  /// The content ids of all streams.
  var contentRows: [ContentRow] {
    var groups: [(tracks: [TimelineTrack], spans: [ContentSpans.Span])] = []
    for track in tracks where !track.contents.spans.isEmpty {
      if let index = groups.firstIndex(where: { Self.isAlike($0.spans, track.contents.spans) }) {
        groups[index].tracks.append(track)
      } else {
        groups.append(([track], track.contents.spans))
      }
    }
    let count = groups.reduce(0) { $0 + $1.tracks.count }
    return groups.flatMap { group in
      let names = group.tracks.map(\.name).joined(separator: ", ")
      let streams = groups.count == 1 && count > 1 ? "all \(count) with tags" : names
      return group.spans.map { ContentRow(streams: streams, span: $0) }
    }
  }

  private static func isAlike(_ one: [ContentSpans.Span], _ other: [ContentSpans.Span]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy {
        $0.pc == $1.pc && $0.fd == $1.fd && $0.tags == $1.tags && abs($0.start - $1.start) < 1
          && abs($0.end - $1.end) < 1
      }
  }
}

extension TimelineTrack {
  /// Where the content ids change: the time of the first tag with the new ids, and what changed.
  var contentChangeMarks: [(time: Double, words: String)] {
    zip(contents.spans, contents.spans.dropFirst()).map { old, new in
      let parts = [("FD", old.fd, new.fd), ("PC", old.pc, new.pc)].filter { $0.1 != $0.2 }
      let words = parts.map { name, old, new in
        "\(name) \(ContentSpans.words(old)) → \(ContentSpans.words(new))"
      }
      return (new.start, words.joined(separator: "; "))
    }
  }
}

/// The time of day of an input: pairs of a presentation time and the Unix time that belongs to it.
struct DayClock: Sendable, Equatable {
  struct Anchor: Sendable, Equatable {
    /// Presentation seconds.
    var time: Double
    /// Unix seconds.
    var unix: Double
  }

  /// At most as many jumps are kept.
  static let capacity = 50
  /// A difference up to this many seconds is not a jump.
  private static let tolerance = 1.5

  private(set) var anchors: [Anchor] = []
  /// The rendition that the anchors are of: renditions may have different dates.
  private var rendition: String?

  /// Adds the time of day of a tag or a finding, in ISO 8601.
  mutating func append(time: Double?, date: String?, rendition: String?) {
    guard let time, let date, let whole = UTCTime.seconds(date) else { return }
    let point = date.utf8.firstIndex(of: UInt8(ascii: "."))
    let digits = point.map { date[$0...].dropFirst().prefix { $0.isASCII && $0.isNumber } }
    let fraction = digits.flatMap { Double("0." + $0) } ?? 0
    append(time: time, unix: Double(whole) + fraction, rendition: rendition)
  }

  mutating func append(time: Double, unix: Double, rendition: String?) {
    guard abs(time) < 1e9, abs(unix) < 1e11 else { return }
    guard let last = anchors.last else {
      self.rendition = rendition
      anchors = [Anchor(time: time, unix: unix)]
      return
    }
    guard rendition == self.rendition, anchors.count < Self.capacity, time > last.time,
      abs(unix - last.unix - (time - last.time)) > Self.tolerance
    else { return }
    anchors.append(Anchor(time: time, unix: unix))
  }

  /// The Unix time at a presentation time; nil without any anchor.
  func unix(at time: Double) -> Double? {
    (anchors.last { $0.time <= time } ?? anchors.first).map { $0.unix + time - $0.time }
  }
}
