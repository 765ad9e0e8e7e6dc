/// The times of one track in a movie fragment, in ticks of the track, and its event samples (ISO/IEC 14496-12, 8.8).
package struct TrackFragment: Equatable {
  package private(set) var trackID: UInt32 = 0
  /// The decode time of the first sample; nil if the fragment does not declare it.
  package private(set) var decodeTime: Int64?
  package private(set) var duration: Int64 = 0
  /// The range of composition times relative to the decode time: from the first sample presented to the end of the
  /// last. Nil if there are no samples.
  package private(set) var composition: Range<Int64>?
  package private(set) var samples = FragmentSamples()

  /// The maximum sum of sample durations, in ticks. A fragment with a larger sum is rejected.
  private static let maximumDuration = MediaTime.maximumTicks

  /// Reads the payload of a movie fragment box. Returns its track fragments in order, at most 64. `track` returns the
  /// movie box's description of a track. Only samples of event tracks are listed.
  package static func fragments(
    parsing payload: ArraySlice<UInt8>,
    track: (UInt32) -> Movie.Track?
  ) throws(BoxFault) -> [TrackFragment] {
    var fragments: [TrackFragment] = []
    try BoxHeader.forEachBox(in: payload) { (type, body) throws(BoxFault) in
      guard type == .trackFragment, fragments.count < Movie.maximumTracks else { return }
      fragments.append(
        try TrackFragment(parsing: body, isFirst: fragments.isEmpty, track: track)
      )
    }
    return fragments
  }

  private init(
    parsing payload: ArraySlice<UInt8>,
    isFirst: Bool,
    track: (UInt32) -> Movie.Track?
  ) throws(BoxFault) {
    var sampleDuration: UInt32 = 0
    try BoxHeader.forEachBox(in: payload) { (type, body) throws(BoxFault) in
      switch type {
      case .trackFragmentHeader:
        sampleDuration = try readHeader(body, isFirst: isFirst, track)
      case .trackFragmentDecodeTime:
        var fields = BoxFields(body)
        let time = try fields.integer(inVersion: fields.versionAndFlags().version)
        guard time <= UInt64(MediaTime.maximumTicks) else {
          throw BoxFault("the decode time \(time) is out of range")
        }
        decodeTime = Int64(time)
      case .trackRun:
        try readRun(body, sampleDuration: sampleDuration)
      default: break
      }
    }
  }

  /// Reads the header of a track fragment. Returns the duration of samples that do not declare one.
  private mutating func readHeader(
    _ body: ArraySlice<UInt8>,
    isFirst: Bool,
    _ track: (UInt32) -> Movie.Track?
  ) throws(BoxFault) -> UInt32 {
    var fields = BoxFields(body)
    let (_, flags) = try fields.versionAndFlags()
    trackID = try fields.uint32()
    let track = track(trackID)
    let base = try flags & 0x1 != 0 ? fields.uint64() : nil
    if flags & 0x2 != 0 { try fields.skip(4) }  // sample_description_index
    let duration = try flags & 0x8 != 0 ? fields.uint32() : track?.defaultSampleDuration ?? 0
    guard let track, track.events != nil else { return duration }
    let size = try flags & 0x10 != 0 ? fields.uint32() : track.defaultSampleSize
    // Without a base, offsets are relative to the movie fragment box. In later track fragments without the flag
    // default-base-is-moof, they are relative to the end of the previous track's data instead.
    let isAfterOthers = !isFirst && flags & 0x2_0000 == 0
    samples = FragmentSamples(base: base, isPlaceKnown: !isAfterOthers, defaultSize: size)
    return duration
  }

  private mutating func readRun(
    _ body: ArraySlice<UInt8>,
    sampleDuration: UInt32
  ) throws(BoxFault) {
    var fields = BoxFields(body)
    let (_, flags) = try fields.versionAndFlags()
    let count = try fields.uint32()
    let offset = try flags & 0x1 != 0 ? fields.int32() : nil  // data_offset
    samples.beginRun(at: offset)
    if flags & 0x4 != 0 { try fields.skip(4) }  // first_sample_flags
    let hasDurations = flags & 0x100 != 0
    let hasCompositionOffsets = flags & 0x800 != 0
    guard hasDurations || hasCompositionOffsets else {
      let (total, isTooLarge) = Int64(count).multipliedReportingOverflow(by: Int64(sampleDuration))
      guard !isTooLarge else {
        throw BoxFault("\(count) samples of \(sampleDuration) ticks are too long")
      }
      try samples.add(
        count,
        duration: sampleDuration,
        from: duration,
        sizes: flags & 0x200 != 0 ? fields : nil,
        bytesOfEach: flags & 0x400 != 0 ? 8 : 4
      )
      return try add(duration: total, compositionOffset: 0, isEmpty: count == 0)
    }
    for _ in 0..<count {
      let duration = try hasDurations ? fields.uint32() : sampleDuration
      let size = try flags & 0x200 != 0 ? fields.uint32() : nil
      if flags & 0x400 != 0 { try fields.skip(4) }  // sample_flags
      // Offsets are signed only in version 1, but some writers use negative offsets in version 0.
      let offset = try hasCompositionOffsets ? fields.int32() : 0
      samples.add(size: size, duration: duration, at: self.duration + Int64(offset))
      try add(duration: Int64(duration), compositionOffset: Int64(offset), isEmpty: false)
    }
  }

  private mutating func add(
    duration added: Int64,
    compositionOffset: Int64,
    isEmpty: Bool
  ) throws(BoxFault) {
    guard !isEmpty else { return }
    let (sum, isTooLarge) = duration.addingReportingOverflow(added)
    guard !isTooLarge, sum <= Self.maximumDuration else {
      throw BoxFault("the sum of the sample durations is too large")
    }
    let start = duration + compositionOffset
    let end = sum + compositionOffset
    composition =
      min(composition?.lowerBound ?? start, start)..<max(composition?.upperBound ?? end, end)
    duration = sum
  }
}
