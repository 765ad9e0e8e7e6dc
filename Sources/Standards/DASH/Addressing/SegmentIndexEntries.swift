import ISOMedia

package enum IndexEntry: Sendable, Hashable {
  case segment(Segment)
  /// Another index, whose bytes must be read.
  case index(SegmentLocation)
}

extension SegmentLocation {
  /// The maximum number of bytes to read from a nested index, whose range may also contain media.
  private static let innerIndexBytes: Int64 = 256 << 10

  /// The location of the bytes to read from a nested index: the start of its range.
  package var innerIndex: SegmentLocation {
    guard let known = range else { return self }
    let length = min(known.length ?? .max, Self.innerIndexBytes)
    var inner = self
    inner.range = MediaRange(offset: known.offset, length: length)
    return inner
  }
}

extension RepresentationSegments {
  /// The maximum depth of nested indexes in the same bytes.
  private static let deepestIndex = 8
  /// The maximum number of entries of all indexes in the same bytes.
  private static let mostEntries = 1_000_000

  /// The entries of a segment index (ISO/IEC 14496-12, 8.16.3). `bytes` were read at `location`, which is ``index`` or
  /// the location of a nested index. If `bytes` include a nested index, its entries are returned instead of its
  /// location.
  ///
  /// Segment times are in ticks of ``timescale``, rounded if the index has a different timescale; their seconds are not
  /// rounded. The number of a segment is its position among the entries, from 0. The range of an index entry may
  /// include media after the index.
  /// - Throws: If there is no index, its values are not valid, or it exceeds a limit.
  package func entries(
    ofIndex bytes: [UInt8],
    at location: SegmentLocation
  ) throws(BoxFault) -> [IndexEntry] {
    var entries: [IndexEntry] = []
    try append(&entries, bytes: bytes, in: bytes.indices, at: location, depth: 0)
    return entries
  }

  private func append(
    _ entries: inout [IndexEntry],
    bytes: [UInt8],
    in range: Range<Int>,
    at location: SegmentLocation,
    depth: Int
  ) throws(BoxFault) {
    guard depth <= Self.deepestIndex else {
      throw BoxFault("segment indexes are nested more than \(Self.deepestIndex) levels deep")
    }
    guard let box = Self.index(in: bytes, range) else {
      throw BoxFault("no segment index was found in the bytes that were read")
    }
    let index = try SegmentIndex(parsing: bytes[box.content])
    let references = try SegmentIndex.references(parsing: bytes[box.content])
    guard index.timescale > 0, var time = index.earliestPresentationTime else {
      throw BoxFault("a segment index has impossible times")
    }
    guard entries.count + references.count <= Self.mostEntries else {
      throw BoxFault("the segment indexes have more than \(Self.mostEntries) entries")
    }
    let origin = location.range?.offset ?? 0
    for reference in references {
      let offset = Int64(box.range.upperBound) + reference.offset
      let end = offset + reference.byteCount
      // Ranges of references follow one another: each level reads every byte at most once.
      let inner = Int(min(offset, Int64(bytes.count)))..<Int(min(end, Int64(bytes.count)))
      if reference.isIndex, Self.index(in: bytes, inner) != nil {
        try append(&entries, bytes: bytes, in: inner, at: location, depth: depth + 1)
      } else {
        guard origin <= MediaTime.maximumTicks else {
          throw BoxFault("the segment index at byte \(origin) is beyond the supported range")
        }
        var place = location
        place.range = MediaRange(offset: origin + offset, length: reference.byteCount)
        if reference.isIndex {
          entries.append(.index(place))
        } else {
          let found = try segment(at: place, from: time, reference, number: entries.count)
          entries.append(.segment(found))
        }
      }
      guard let next = MediaTime(ticks: time.ticks + reference.duration, timescale: time.timescale)
      else { throw BoxFault("a segment index has impossible times") }
      time = next
    }
  }

  private static func index(in bytes: [UInt8], _ range: Range<Int>) -> BoxWalk.Box? {
    BoxWalk.boxes(bytes, in: range).first { $0.type == .segmentIndex }
  }

  private func segment(
    at location: SegmentLocation,
    from time: MediaTime,
    _ reference: SegmentIndex.Reference,
    number: Int
  ) throws(BoxFault) -> Segment {
    let seconds = Double(reference.duration) / Double(time.timescale)
    let offset = Double(presentationTimeOffset) / Double(timescale)
    let duration = MediaTime(ticks: reference.duration, timescale: time.timescale)
    // Callers must be able to add a duration to the time without overflow.
    guard let ticks = time.ticks(inTimescale: timescale), ticks <= SegmentRuns.maximumTicks else {
      throw BoxFault("a segment index has impossible times")
    }
    return Segment(
      location: location,
      number: Int64(number),
      time: ticks,
      duration: duration?.ticks(inTimescale: timescale),
      secondsInPeriod: time.seconds - offset,
      durationSeconds: seconds
    )
  }
}
