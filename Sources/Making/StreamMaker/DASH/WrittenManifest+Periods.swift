extension WrittenManifest {
  struct Period {
    /// Its id.
    var number: Int
    /// The time on the clock of the media at its start, in ticks of 90 kHz.
    var start: Int64
    var sets: [AdaptationSet]
    var events: [Event] = []
  }

  /// The Periods that have segments. A segment belongs to the Period that holds its middle: audio is cut some
  /// frames off the video.
  var periods: [Period] {
    let first = Period(number: 1, start: firstPTS, sets: sets, events: events)
    guard let secondPeriod else { return [first] }
    let isLate = { (segment: WrittenSegment) in segment.start + segment.duration / 2 >= secondPeriod
    }
    var second = Period(number: 2, start: secondPeriod, sets: sets)
    for index in second.sets.indices {
      second.sets[index].keepSegments(where: isLate)
      second.sets[index].carriesTags = sets[index].carriesTags && declaresInSecondPeriod
    }
    var shorter = first
    second.events = events.filter { $0.presentationTime >= secondPeriod }
    shorter.events = events.filter { $0.presentationTime < secondPeriod }
    for index in shorter.sets.indices { shorter.sets[index].keepSegments { !isLate($0) } }
    return [shorter, second].filter { period in
      period.sets.contains { $0.representations.contains { !$0.segments.isEmpty } }
    }
  }
}

extension WrittenManifest.AdaptationSet {
  /// Leaves segments out; the others keep their numbers. Those that are left out are all before or all after them.
  fileprivate mutating func keepSegments(where isKept: (WrittenSegment) -> Bool) {
    for index in representations.indices {
      let segments = representations[index].segments
      representations[index].startNumber += segments.firstIndex(where: isKept) ?? 0
      representations[index].segments = segments.filter(isKept)
    }
  }
}
