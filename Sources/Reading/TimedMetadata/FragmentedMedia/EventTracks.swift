import Formats
import ISOMedia

/// The event tracks of a run: which samples to read, and for how long a track has had only empty samples.
struct EventTracks {
  /// The samples of an event track in one movie fragment.
  struct Fragment {
    var track: UInt32
    var entry: EventTrackEntry
    /// Ticks per second; never 0.
    var timescale: UInt32
    /// The presentation time from which the sample times count, in ticks.
    var start: Int64
    var samples: FragmentSamples
  }

  struct Sample {
    var track: UInt32
    var time: MediaTime
    /// The duration in seconds.
    var duration: Double
  }

  /// The maximum size of a sample that is read, in bytes: 1 MiB, as for event message boxes.
  private static let maximumSampleSize: UInt32 = 1 << 20
  /// The maximum number of bytes of samples that are read per fragment: 16 MiB.
  private static let maximumByteCount = 16 << 20

  private var waiting: [Range<Int64>: [Sample]] = [:]
  private var spells: [UInt32: EmptySpell] = [:]
  /// Whether a sample entry names an ID3 scheme.
  private(set) var declaresID3 = false
  /// The byte ranges, in the run, of the samples to read.
  private(set) var places: [Range<Int64>] = []

  /// Registers the samples of a movie fragment. `offset` is the position of the fragment's box in the run, and `start`
  /// is the position of its segment. Returns notes on samples that are not read.
  mutating func expect(
    _ fragments: [Fragment],
    at offset: Int64,
    inSegmentAt start: Int64
  ) -> [StreamNote] {
    (waiting, places) = ([:], [])
    var notes: [StreamNote] = []
    var (byteCount, count) = (0, 0)
    for fragment in fragments {
      follow(fragment.track, fragment.entry)
      let base = fragment.samples.isInFile ? start : offset
      var skipped = fragment.samples.unlistedCount
      for sample in fragment.samples.list {
        let first = base + sample.offset
        let place = first..<first + Int64(sample.size)
        byteCount += Int(sample.size)
        count += 1
        guard count <= FragmentSamples.maximumCount, sample.size <= Self.maximumSampleSize,
          byteCount <= Self.maximumByteCount,
          let time = MediaTime(ticks: fragment.start + sample.time, timescale: fragment.timescale)
        else {
          skipped += 1
          continue
        }
        let seconds = Double(sample.duration) / Double(fragment.timescale)
        if waiting[place] == nil { places.append(place) }
        waiting[place, default: []].append(
          Sample(track: fragment.track, time: time, duration: seconds)
        )
      }
      guard skipped > 0 else { continue }
      let words =
        "\(Self.count(skipped)) of event track \(fragment.track) cannot be read: too large, "
        + "too many, or at an unknown position or time"
      notes.append(StreamNote(id: .eventTrackRead, amount: skipped, detail: words))
    }
    return notes
  }

  /// Removes and returns the samples to read at a byte range of the run.
  mutating func take(at place: Range<Int64>) -> [Sample] {
    waiting.removeValue(forKey: place) ?? []
  }

  /// Forgets the samples of the latest fragment that were not found in the media data. Returns a note on these samples,
  /// and the position in the run at which the first one should be; nil if all samples were found.
  mutating func takeMissing() -> (note: StreamNote, place: Int64)? {
    defer { (waiting, places) = ([:], []) }
    let samples = waiting.values.reduce(0) { $0 + $1.count }
    guard let first = waiting.keys.min(by: { $0.lowerBound < $1.lowerBound }),
      let track = waiting[first]?.first?.track
    else { return nil }
    let note = StreamNote(
      id: .eventTrackRead,
      amount: samples,
      detail: "\(Self.count(samples)) not found in mdat, the first of event track \(track)"
    )
    return (note, first.lowerBound)
  }

  private static func count(_ samples: Int) -> String {
    Decimals.counted(samples, "sample")
  }

  // MARK: - Empty samples

  private mutating func follow(_ track: UInt32, _ entry: EventTrackEntry) {
    let isForID3 = entry.schemes?.contains { MessageScheme.isForID3($0.uri) } ?? false
    if isForID3 { declaresID3 = true }
    guard spells[track] == nil, spells.count < Movie.maximumTracks else { return }
    spells[track] = EmptySpell(
      track: track,
      purpose: isForID3 ? .id3 : entry.schemes == nil ? .unknown : .other
    )
  }

  /// Records the content of a sample that lasts from `start` to `end`, in seconds of the run. Returns notes on a track
  /// that has only empty samples.
  mutating func note(
    _ content: EmptySpell.Content,
    ofTrack track: UInt32,
    from start: Double,
    to end: Double
  ) -> [StreamNote] {
    spells[track]?.receive(content, from: start, to: end) ?? []
  }

  /// Ends the run. Returns notes on tracks that have only empty samples.
  mutating func finish() -> [StreamNote] {
    spells.keys.sorted().flatMap { spells[$0]?.finish() ?? [] }
  }
}
