import CFFmpeg
import TransportStream

/// Makes an HLS or DASH presentation with tags in Nielsen's format. An HLS presentation has a master playlist,
/// variants, at most one audio rendition, and their segments (RFC 8216).
///
/// ```
/// master.m3u8
/// video-1/index.m3u8  video-1/00000.ts  ...      or init.mp4 and 00000.m4s, or media.ts alone
/// video-2/index.m3u8  ...
/// audio/index.m3u8    audio/00000.aac   ...
/// ```
///
/// With the same options, `StreamMaker` writes the same tags and media. The same options, and for a live channel the
/// same clock, produce the same bytes. All renditions are cut at the key frames of one stream, and each tag has the
/// same bytes and PTS in all renditions, unless a fault changes it.
public struct PresentationMaker {
  private let options: PresentationOptions

  /// The name of the master playlist.
  public static let masterPlaylistName = PresentationWriter.masterName
  /// The name of the DASH manifest.
  public static let manifestName = PresentationWriter.manifestName

  /// The name of the file that a player opens.
  public var entryName: String {
    options.writesManifest ? Self.manifestName : Self.masterPlaylistName
  }

  /// The number of target durations by which a live channel starts in the past.
  private static let readySegments = 3

  /// Creates a maker for the presentation that `options` describe.
  public init(_ options: PresentationOptions) {
    self.options = options
  }

  /// Writes an on-demand presentation. EXT-X-PROGRAM-DATE-TIME follows the tags' clock.
  ///
  /// - Parameters:
  ///   - notice: Called with a message for each damaged input. The message names the file, the problem and the remedy.
  ///   - store: Receives the files. The playlists or the manifest come last.
  /// - Throws: `StreamMakerError`, or any error that `store` throws.
  public func write(
    notice: (String) -> Void = { _ in },
    to store: any PresentationStore
  ) throws {
    try validate()
    if let fault = options.stream.fault, fault.form.isLive {
      throw StreamMakerError(
        .fault,
        "\(fault.id) is a fault of live channels: add --live"
          + (fault.form.isLowLatency ? " and --ll-hls" : "")
      )
    }
    av_log_set_level(AV_LOG_QUIET)
    let media = try options.stream.mediaPath.map { try SourceMedia(path: $0) }
    try write(options, media: media, live: nil, notice: notice, to: store)
  }

  /// Writes a live channel in real time, for the duration in the options or, without a duration, for a year. An error
  /// that `clock` or `store` throws ends the channel earlier.
  ///
  /// The channel starts three target durations in the past, so that it can be played immediately, and lists the last
  /// six segments. A segment's file is removed after it was unlisted for the duration of a playlist and one segment.
  /// EXT-X-PROGRAM-DATE-TIME and the tags' clock follow `clock`; the option `start` is ignored.
  ///
  /// - Parameters:
  ///   - clock: Determines when segments are published.
  ///   - notice: Called with a message for each damaged input. The message names the file, the problem and the remedy.
  ///   - store: Receives the files.
  /// - Throws: `StreamMakerError`, or any error that `clock` or `store` throws.
  public func follow(
    _ clock: PublishingClock,
    notice: (String) -> Void = { _ in },
    to store: any PresentationStore
  ) throws {
    try validate()
    guard !options.usesByteRanges else {
      throw StreamMakerError(
        .options,
        "a live channel cannot be one file: leave out --with byte-ranges or --live"
      )
    }
    if let fault = options.stream.fault, fault.form.isLowLatency, options.partSeconds == nil {
      throw StreamMakerError(
        .fault,
        "\(fault.id) is a fault of channels that are published in parts: add --ll-hls"
      )
    }
    if let seconds = options.partSeconds {
      guard (0.1...options.segmentSeconds).contains(seconds) else {
        throw StreamMakerError(
          .options,
          "parts of \(seconds) s: give 0.1 s up to the length of a segment"
        )
      }
      guard options.format == .transportStream, options.encryption == nil else {
        throw StreamMakerError(
          .options,
          "--ll-hls needs unencrypted transport streams: leave out --cmaf and --with encrypt, or --ll-hls"
        )
      }
    }
    av_log_set_level(AV_LOG_QUIET)
    let longest = try longestSegment()
    let target = max(WrittenPlaylist.rounded(longest + Self.audioSlack), 1)
    var options = options
    let ready = Double(Self.readySegments * target)
    options.stream.start = UInt32(clamping: Int64(clock.now() - ready))
    options.stream.minutes = options.stream.minutes ?? StreamMaker.longestMinutes
    let media = try options.stream.mediaPath.map { try SourceMedia(path: $0) }
    let live = PresentationWriter.Live(clock: clock, targetDuration: target)
    try write(options, media: media, live: live, notice: notice, to: store)
  }

  /// The maximum number of 90 kHz ticks by which an audio segment is longer than its video segment: an audio frame at
  /// the lowest usual sampling rate.
  private static let audioSlack = Timestamp.ticksPerSecond * 15 / 100

  private func validate() throws {
    try StreamMaker.validate(options.stream)
    guard (1...600).contains(options.segmentSeconds) else {
      throw StreamMakerError(
        .options,
        "segments of \(options.segmentSeconds) s: give 1 to 600 with --segment-seconds"
      )
    }
    guard (1...16).contains(options.variantCount) else {
      throw StreamMakerError(
        .options,
        "\(options.variantCount) variants: give 1 to 16 with --variants"
      )
    }
    if let count = options.encryption?.segmentsPerKey, !(1...1_000_000).contains(count) {
      throw StreamMakerError(.options, "\(count) segments per key: give 1 to 1000000")
    }
    guard options.format == .transportStream || options.stream.mediaPath != nil else {
      throw StreamMakerError(
        .options,
        options.writesManifest
          ? "DASH needs audio or video: give a file with --media"
          : "fragments need audio or video: give a file with --media, or leave out --cmaf"
      )
    }
    if options.writesManifest { try validateManifest() }
    if let fault = options.stream.fault { try validate(fault) }
  }

  private func validateManifest() throws {
    guard options.format == .cmaf, !options.usesByteRanges, !options.hasDiscontinuity,
      options.encryption == nil
    else {
      throw StreamMakerError(
        .options,
        "DASH needs unencrypted fragments in separate files: leave out --with byte-ranges, discontinuity and "
          + "encrypt"
      )
    }
    let changes = options.stream.fault?.changes.presentation
    if let fault = options.stream.fault, changes?.changesPlaylists == true {
      throw StreamMakerError(
        .fault,
        "\(fault.id) is a fault of playlists: use --hls, or choose another fault"
      )
    }
    if let fault = options.stream.fault, options.tagCarriage != .messagesVersion1,
      fault.form == .fragments || fault.form == .manifest
    {
      throw StreamMakerError(
        .fault,
        "\(fault.id) needs event messages of version 1: leave out --dash-tags, or choose "
          + "another fault"
      )
    }
  }

  private func validate(_ fault: Fault) throws {
    if fault.changes.needsTransportStream, options.format == .cmaf {
      throw StreamMakerError(
        .fault,
        "\(fault.id) is a fault of transport streams: leave out --cmaf and --dash, or choose "
          + "another fault"
      )
    }
    if fault.form == .eventTrack { throw StreamMaker.needsEventTrack(fault) }
    if fault.form.isOfManifest, !options.writesManifest { throw StreamMaker.needsManifest(fault) }
    if fault.form == .fragments, options.format != .cmaf {
      throw StreamMakerError(.fault, "\(fault.id) is a fault of event messages: add --cmaf")
    }
    let changes = fault.changes.presentation
    guard options.variantCount >= changes.minimumVariants else {
      throw StreamMakerError(
        .fault,
        "\(fault.id) needs at least \(changes.minimumVariants) variants: give more with "
          + "--variants"
      )
    }
    if changes.omitsFile != nil, options.usesByteRanges {
      throw StreamMakerError(
        .fault,
        "\(fault.id) removes the file of a segment: leave out --with byte-ranges"
      )
    }
  }

  private func write(
    _ options: PresentationOptions,
    media: SourceMedia?,
    live: PresentationWriter.Live?,
    notice: (String) -> Void,
    to store: any PresentationStore
  ) throws {
    guard
      let seconds = options.stream.minutes.map({ $0 * 60 })
        ?? (media == nil ? StreamMakerOptions.defaultMinutes * 60 : media?.seconds)
    else { throw StreamMaker.unknownLength(of: options.stream.mediaPath) }
    try StreamMaker.checkFault(
      of: options.stream,
      fits: seconds,
      segmentSeconds: options.segmentSeconds
    )
    let plan = try RenditionPlan(options, media: media, seconds: seconds, store: store)
    let writer = PresentationWriter(
      options,
      seconds: seconds,
      variants: plan.variants,
      audio: plan.audio,
      interstitial: plan.interstitial,
      store: store,
      live: live
    )
    guard var media, let cutStream = plan.cutStream else {
      let source = ClockSource(firstPTS: options.stream.firstPTS, seconds: seconds)
      for content in ClockSegmenter(source, seconds: options.segmentSeconds) {
        try writer.take(content)
      }
      try writer.finish()
      return
    }
    var segmenter = Segmenter(
      cutStream: cutStream,
      referenceStream: plan.audioStream ?? cutStream,
      seconds: options.segmentSeconds,
      end: options.stream.minutes.map {
        options.stream.firstPTS + Int64($0 * 60 * Double(Timestamp.ticksPerSecond))
      } ?? .max
    )
    try media.copy(
      seconds: options.stream.minutes.map { $0 * 60 },
      firstPTS: options.stream.firstPTS,
      notice: notice
    ) { packet, stream in
      guard let held = HeldPacket(moving: packet) else {
        throw StreamMakerError(.media, "out of memory: free memory and try again")
      }
      for content in segmenter.take(held, stream: stream) { try writer.take(content) }
    }
    for content in segmenter.finish() { try writer.take(content) }
    try writer.finish()
  }

  /// Reads the media to find the duration of the longest segment, in 90 kHz ticks, for the target duration of a live
  /// channel.
  private func longestSegment() throws -> Int64 {
    let asked = Int64(options.segmentSeconds * Double(Timestamp.ticksPerSecond))
    guard let path = options.stream.mediaPath else { return asked }
    var media = try SourceMedia(path: path)
    guard let stream = RenditionPlan.cutStream(of: media) else { return asked }
    let segmenter = Segmenter(
      cutStream: stream,
      referenceStream: stream,
      seconds: options.segmentSeconds
    )
    var keys: [Int64] = []
    // Media is repeated, so the last segment continues at the start of the media.
    let extra = options.segmentSeconds + Self.longestInterval
    try media.copy(seconds: media.seconds.map { $0 + extra }, firstPTS: 0, notice: { _ in }) {
      packet,
      position in
      if position == stream, packet.pointee.flags & AV_PKT_FLAG_KEY != 0 {
        keys.append(packet.pointee.pts)
      }
      av_packet_unref(packet)
    }
    var longest = asked
    var next = 0
    for key in keys {
      while next < keys.count, !segmenter.cuts(at: keys[next], from: key) { next += 1 }
      guard next < keys.count else { break }
      longest = max(longest, keys[next] - key)
    }
    return longest
  }

  /// The longest key frame interval, in seconds, that can be detected across the end of the media.
  private static let longestInterval = 30.0
}
