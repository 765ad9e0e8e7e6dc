import Formats

/// The content ids in the DATA tags of one stream, with the times at which they occur.
struct ContentSpans: Sendable, Equatable {
  /// Consecutive DATA tags with the same content ids.
  struct Span: Sendable, Equatable {
    /// The content id of the Program Content, encrypted.
    var pc: String
    /// The content id of the Final Distributor, encrypted.
    var fd: String
    /// The time of the span's first tag, in seconds on the presentation timeline.
    var start: Double
    /// The time of the span's last tag, in seconds on the presentation timeline.
    var end: Double
    var tags: Int
  }

  static let capacity = 100
  /// The maximum number of characters kept of a content id. A valid id has 24.
  private static let longest = 40

  private(set) var spans: [Span] = []
  /// Whether later spans were left out because there were too many.
  private(set) var isCut = false
  private var isReduced = false

  /// Adds the next DATA tag. A tag without content ids or without a time is skipped.
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

  /// Removes all tags, because the input was read again.
  mutating func restart() { (spans, isCut) = ([], false) }

  /// Removes the spans and ignores further tags, to save memory.
  mutating func reduce() { (spans, isReduced) = ([], true) }

  /// A content id as text. The null id means that there is no source.
  static func words(_ id: String) -> String {
    id == "AAAAAAAAAAAAAAAAAAAAAA==" ? "null (no source)" : id.isEmpty ? Quantity.unknown : id
  }
}

extension InputReport {
  /// A row of the table of content ids. Streams with the same ids at times less than a second apart share their rows.
  struct ContentRow {
    /// The streams of the row, as their names or as text such as `all 3 with tags`.
    var streams: String
    var span: ContentSpans.Span
  }

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
  /// The changes of the content ids: the time of the first tag with the new ids, and a description of the change.
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

/// The time of day of an input: pairs of a time on the presentation timeline and the corresponding Unix time.
struct DayClock: Sendable, Equatable {
  struct Anchor: Sendable, Equatable {
    /// The time on the presentation timeline, in seconds.
    var time: Double
    /// The corresponding Unix time in seconds.
    var unix: Double
  }

  static let capacity = 50
  /// The largest deviation from the last anchor, in seconds, that does not count as a jump of the clock.
  private static let tolerance = 1.5

  private(set) var anchors: [Anchor] = []
  /// The rendition of the anchors. Other renditions are ignored, because their dates may differ.
  private var rendition: String?

  /// Adds the time of day of a tag or a finding, in ISO 8601.
  mutating func append(time: Double?, date: String?, rendition: String?) {
    guard let time, let day = date.flatMap(DateTimeText.read), day.hasZone else { return }
    append(time: time, unix: day.unixSeconds, rendition: rendition)
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

  /// The Unix time at a time on the presentation timeline. Nil if no time of day is known.
  func unix(at time: Double) -> Double? {
    (anchors.last { $0.time <= time } ?? anchors.first).map { $0.unix + time - $0.time }
  }
}
