import TimedMetadata

@testable import Trace

/// Tags and taps for tests.
enum TestChain {
  /// A tag every ten seconds from 5 s onwards, each with a different payload.
  static func tags(_ numbers: Range<Int> = 0..<30, seed: Int = 1) -> [TapTag] {
    numbers.map { tag($0, at: Double($0) * 10 + 5, seed: seed) }
  }

  static func tag(_ number: Int, at time: Double, seed: Int = 1) -> TapTag {
    let payload = payload(number, seed)
    var tag = TapTag(
      kind: "data",
      digest: payload,
      size: 271,
      owner: payload,
      carriage: "ts-pes"
    )
    tag.identity = TapTag.identity(sequence: number, first: number * 10, last: number * 10 + 10)
    tag.time = time
    tag.pid = 258
    tag.offset = Int64(time * 1000)
    return tag
  }

  /// A payload of 249 characters, most of which depend on the number and the seed.
  private static func payload(_ number: Int, _ seed: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    var state = UInt64(number * 7919 + seed * 104_729 + 1)
    let characters = (0..<233).map { _ -> Character in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return letters[Int(state >> 33) % letters.count]
    }
    return "www.nielsen.com/" + String(characters)
  }

  /// A tap of records.
  static func records(_ name: String, _ tags: [TapTag]) -> Tap {
    var tap = Tap(records: name)
    for tag in tags { tap.receive(tag) }
    return tap
  }

  /// A tap of a transport stream that was read to `end`.
  static func stream(_ name: String, _ tags: [TapTag], to end: Double = 300) -> Tap {
    var tap = Tap(stream: name)
    for tag in tags { tap.receive(tag) }
    tap.reach(end)
    return tap
  }

  /// A tap of a playlist with segments of ten seconds.
  static func playlist(
    _ name: String,
    _ tags: [TapTag],
    segments: Range<Int> = 0..<30,
    discontinuities: Set<Int> = [],
    gaps: Set<Int> = [],
    unread: Set<Int> = [],
    missed: Set<Int> = [],
    renditions: [String?] = [nil]
  ) -> Tap {
    var tap = Tap(stream: name)
    for tag in tags { tap.receive(tag) }
    for rendition in renditions {
      for number in segments {
        guard !missed.contains(number) else {
          let note = StreamNote(
            id: "hls-window-missed",
            rendition: rendition,
            time: Double(number * 10 + 10),
            amount: 1,
            measured: 10,
            detail: ""
          )
          tap.receive(.note(note))
          continue
        }
        var segment = SegmentReport(
          rendition: rendition,
          uri: "\(number).ts",
          mediaSequence: number,
          start: Double(number * 10),
          duration: 10
        )
        segment.isDiscontinuity = discontinuities.contains(number)
        segment.isGap = gaps.contains(number)
        segment.isComplete = !gaps.contains(number) && !unread.contains(number)
        tap.receive(.segment(segment))
      }
    }
    return tap
  }

  /// The tags in several renditions.
  static func copies(_ tags: [TapTag], in renditions: [String]) -> [TapTag] {
    tags.flatMap { tag in
      renditions.map { name in
        var copy = tag
        copy.rendition = name
        return copy
      }
    }
  }

  /// The incidents of a chain in words: `b: lost 2 at 105.0`.
  static func incidents(_ taps: [Tap], isFinal: Bool = true) -> [String] {
    ChainTrace.report(taps, isFinal: isFinal).incidents.map { incident in
      let place =
        incident.renditions.isEmpty ? "" : " in \(incident.renditions.joined(separator: ","))"
      return
        "\(incident.to): \(incident.fault.rawValue) \(incident.count)\(place) at \(incident.first.time ?? -1)"
    }
  }
}

extension [TapTag] {
  /// Changes the tags with the given indices.
  func changing(_ range: Range<Int>, _ body: (inout TapTag) -> Void) -> [TapTag] {
    var tags = self
    for index in range { body(&tags[index]) }
    return tags
  }

  func without(_ range: Range<Int>) -> [TapTag] {
    var tags = self
    tags.removeSubrange(range)
    return tags
  }

  func shifted(by seconds: Double) -> [TapTag] {
    changing(indices) { $0.time = $0.time.map { $0 + seconds } }
  }
}

extension TapTag {
  /// Changes `count` characters of the payload, from the given index.
  mutating func corrupt(at index: Int, count: Int = 1) {
    var characters = Array(owner)
    for place in index..<(index + count) {
      characters[place] = characters[place] == "+" ? "-" : "+"
    }
    owner = String(characters)
    digest = owner
  }
}
