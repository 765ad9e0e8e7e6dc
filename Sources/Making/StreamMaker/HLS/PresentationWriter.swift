import TransportStream

/// Writes the files of a presentation, segment by segment.
final class PresentationWriter {
  struct Live {
    var clock: PublishingClock
    /// EXT-X-TARGETDURATION, in seconds.
    var targetDuration: Int
  }

  static let masterName = "master.m3u8"
  static let manifestName = "manifest.mpd"
  static let windowSize = 6
  /// How many more segments leave the playlist before the file of an unlisted segment is deleted: a whole playlist and
  /// one segment (RFC 8216, 6.2.2).
  static let keptCount = windowSize + 1
  /// The number of segments between two discontinuities in a live channel.
  static let segmentsPerTimeline = 10

  private let options: PresentationOptions
  private let variants: [MadeRendition]
  private let audio: MadeRendition?
  private let interstitial: MadeInterstitial?
  private let store: any PresentationStore
  private let live: Live?
  /// The PTS at which time stamps restart in an on-demand presentation. Nil if none restart, or after the restart.
  private var restart: Int64?
  private var shift: Int64 = 0
  /// Whether an ad is being inserted, and the number of ad segments so far.
  private var (isInAd, adSegments) = (false, 0)
  private var master = ""
  /// The media clock at the start of a manifest's first segment, in 90 kHz ticks.
  private var origin: Int64?
  /// The media clock at the start of a manifest's second Period, in 90 kHz ticks. Nil before it starts.
  private var secondPeriod: Int64?
  /// Writes the events of a manifest. Nil if the media carries the tags.
  private var events: ManifestEventWriter?

  init(
    _ options: PresentationOptions,
    seconds: Double,
    variants: [MadeRendition],
    audio: MadeRendition?,
    interstitial: MadeInterstitial? = nil,
    store: any PresentationStore,
    live: Live?
  ) {
    self.options = options
    self.variants = variants
    self.audio = audio
    self.interstitial = interstitial
    self.store = store
    self.live = live
    if options.writesManifest, options.tagCarriage == .manifestEvents {
      events = ManifestEventWriter(options.stream, seconds: seconds)
    }
    guard options.hasDiscontinuity, live == nil else { return }
    restart = options.stream.firstPTS + Int64(seconds / 2 * Double(Timestamp.ticksPerSecond))
  }

  /// Writes the next segment. For a live channel, waits until the segment is due.
  func take(_ content: SegmentContent) throws {
    var content = content
    if restartsTime(content) {
      shift = options.stream.firstPTS - content.start
      content.isDiscontinuous = true
    }
    if options.replacesFirstBreak { insertAd(&content) }
    content.shift = shift
    let firstPTS = options.stream.firstPTS
    content.shift += changes.segmentShift?(content.moment(firstPTS: firstPTS)) ?? 0
    if let live, let partSeconds = options.partSeconds {
      try publishParts(of: content, seconds: partSeconds, live)
    } else if let live {
      let end = Double(content.end - options.stream.firstPTS) / Double(Timestamp.ticksPerSecond)
      try live.clock.wait(Double(options.stream.start) + end)
    }
    if live == nil || options.partSeconds == nil {
      for rendition in renditions { try rendition.take(content) }
    }
    try interstitial?.take(content)
    try events?.take(content)
    guard let live else { return }
    for rendition in renditions {
      try rendition.slide(to: Self.windowSize, keeping: Self.keptCount)
    }
    if let first = renditions.compactMap(\.segments.first?.start).min() { events?.slide(to: first) }
    guard changes.keepsPlaylists?(content.number) != true else { return }
    try writePlaylists(targetDuration: live.targetDuration, isComplete: false)
  }

  /// Publishes each part of a segment when it is due, then the whole segment.
  private func publishParts(of content: SegmentContent, seconds: Double, _ live: Live) throws {
    let made = try renditions.map { (rendition: $0, segment: try $0.make(content)) }
    let ticks = Double(Timestamp.ticksPerSecond)
    let start =
      Double(options.stream.start) + Double(content.start - options.stream.firstPTS) / ticks
    let duration = Double(content.end - content.start) / ticks
    let count = made.compactMap { $0.segment?.ranges.count }.max() ?? 0
    for index in 0..<count {
      try live.clock.wait(start + min(Double(index + 1) * seconds, duration))
      for (rendition, segment) in made {
        if let segment { try rendition.publishPart(index, of: segment) }
      }
      // The master playlist needs the bit rate of a complete segment.
      if index + 1 < count, content.number > 0 {
        try writePlaylists(targetDuration: live.targetDuration, isComplete: false)
      }
    }
    for (rendition, segment) in made {
      if let segment { try rendition.publish(segment, at: content) }
    }
  }

  private var changes: PresentationChanges {
    options.stream.fault?.changes.presentation ?? PresentationChanges()
  }

  /// Writes the playlists or the manifest of the complete presentation.
  func finish() throws {
    if restart != nil {
      throw StreamMakerError(
        .options,
        input: options.stream.mediaPath,
        "the presentation has only one segment, but a discontinuity needs two: give a greater length "
          + "with --minutes, or shorter segments with --segment-seconds"
      )
    }
    if options.replacesFirstBreak, adSegments == 0 {
      throw StreamMakerError(
        .options,
        input: options.stream.mediaPath,
        "no segment is within the ad break from \(Int(PlannedSplice.firstBreak)) s to "
          + "\(Int(PlannedSplice.firstBreak + PlannedSplice.breakSeconds)) s: give a greater length with --minutes, or "
          + "shorter segments with --segment-seconds"
      )
    }
    for rendition in renditions { try rendition.finish() }
    let longest = renditions.map(\.longestSegment).max() ?? 0
    try writePlaylists(
      targetDuration: live?.targetDuration ?? max(WrittenPlaylist.rounded(longest), 1),
      isComplete: true
    )
  }

  /// Marks a segment within the first ad break as an ad, and changes the time stamps where the ad starts and ends.
  private func insertAd(_ content: inout SegmentContent) {
    let seconds = { Double($0 - self.options.stream.firstPTS) / Double(Timestamp.ticksPerSecond) }
    let start = PlannedSplice.firstBreak
    content.isAd =
      seconds(content.start) >= start
      && seconds(content.end) <= start + PlannedSplice.breakSeconds
    if content.isAd { adSegments += 1 }
    guard content.isAd != isInAd else { return }
    isInAd = content.isAd
    content.isDiscontinuous = true
    shift = isInAd ? options.stream.firstPTS - content.start : 0
  }

  private var renditions: [MadeRendition] { variants + (audio.map { [$0] } ?? []) }

  private func restartsTime(_ content: SegmentContent) -> Bool {
    guard options.hasDiscontinuity, content.number > 0 else { return false }
    guard live == nil else { return content.number % Self.segmentsPerTimeline == 0 }
    guard let restart, content.end > restart else { return false }
    self.restart = nil
    return true
  }

  /// Writes the manifest, or the media playlists and then the master playlist, which refers to them.
  private func writePlaylists(targetDuration: Int, isComplete: Bool) throws {
    if options.writesManifest {
      return try writeManifest(targetDuration: targetDuration, isComplete: isComplete)
    }
    for rendition in renditions {
      var playlist = rendition.playlist(
        targetDuration: targetDuration,
        isOnDemand: live == nil,
        isComplete: isComplete
      )
      playlist.interstitial = interstitial?.listed
      try store.write(Array(playlist.text.utf8), to: rendition.playlistName)
    }
    let master = MasterPlaylist(
      isLive: live != nil,
      variants: variants.map {
        .init(uri: $0.playlistName, rate: $0.rate, stream: $0.description)
      },
      audio: audio.map { .init(uri: $0.playlistName, rate: $0.rate, stream: $0.description) }
    ).text
    // The master playlist of a live channel changes when the peak bit rate rises.
    guard master != self.master else { return }
    try store.write(Array(master.utf8), to: Self.masterName)
    self.master = master
  }

  private func writeManifest(targetDuration: Int, isComplete: Bool) throws {
    // The presentation starts with the earliest frame, because audio may begin before video.
    let firstPTS = options.stream.firstPTS
    let first = origin ?? renditions.compactMap(\.segments.first?.start).min() ?? firstPTS
    origin = first
    let start =
      Int64(options.stream.start) * 1000 + (first - firstPTS) * 1000 / Timestamp.ticksPerSecond
    var manifest = WrittenManifest(
      firstPTS: first,
      startTime: start,
      sets: adaptationSets,
      events: events?.events ?? []
    )
    if let live, !isComplete {
      manifest.live = WrittenManifest.Live(
        updatePeriod: targetDuration,
        window: targetDuration * Self.windowSize,
        publishTime: Int64(live.clock.now() * 1000)
      )
    }
    manifest.secondPeriod = findSecondPeriod(from: first)
    changes.manifest?(&manifest)
    try store.write(Array(manifest.text.utf8), to: Self.manifestName)
  }

  /// The manifest's AdaptationSets: one for the variants, one for the audio rendition.
  private var adaptationSets: [WrittenManifest.AdaptationSet] {
    let declaresMessages = options.tagCarriage != .manifestEvents
    var sets: [WrittenManifest.AdaptationSet] = []
    if !variants.isEmpty {
      sets.append(
        WrittenManifest.AdaptationSet(
          contentType: variants.contains { $0.description?.pictureSize != nil } ? "video" : "audio",
          carriesTags: declaresMessages && options.tagRenditions == .all,
          language: nil,
          representations: variants.map(\.representation)
        )
      )
    }
    if let audio {
      sets.append(
        WrittenManifest.AdaptationSet(
          contentType: "audio",
          carriesTags: declaresMessages,
          language: audio.description?.language,
          representations: [audio.representation]
        )
      )
    }
    if options.tagCarriage == .messagesVersion0 {
      for index in sets.indices {
        sets[index].declaredScheme = TagEvent.nielsenScheme
        sets[index].declaredValue = TagEvent.nielsenValue
      }
    }
    return sets
  }

  /// Finds the start of the second Period that a fault requires: the first segment at or after the break. Once found,
  /// the start does not change.
  private func findSecondPeriod(from first: Int64) -> Int64? {
    guard secondPeriod == nil, let seconds = changes.periodBreak else { return secondPeriod }
    let wanted = first + Int64(seconds * Double(Timestamp.ticksPerSecond))
    secondPeriod = renditions.first?.segments.first { $0.start >= wanted }?.start
    return secondPeriod
  }
}
