import CFFmpeg

/// The renditions of a presentation, each with its segment writer.
struct RenditionPlan {
  let variants: [MadeRendition]
  /// The audio rendition. Nil if the media has no audio.
  let audio: MadeRendition?
  let interstitial: MadeInterstitial?
  /// The index of the stream whose key frames start segments. Nil if there is no media.
  let cutStream: Int?
  /// The index of the audio stream. Nil if there is no media, or the media has no audio.
  let audioStream: Int?

  /// Plans a presentation of `seconds` seconds. Variants contain the video or, if there is no video, the audio. If
  /// there is no media, all renditions contain only tags and a clock.
  init(
    _ options: PresentationOptions,
    media: SourceMedia?,
    seconds: Double,
    store: any PresentationStore
  ) throws {
    cutStream = media.flatMap(Self.cutStream)
    audioStream = media.flatMap(Self.audioStream)
    if let media { try Self.validate(options.stream.fault, media) }
    let hasAudio = media == nil || audioStream != nil
    guard hasAudio || options.tagRenditions == .all else {
      throw StreamMakerError(
        .options,
        input: options.stream.mediaPath,
        "has no audio for an audio rendition with tags: give media with audio, or leave out "
          + "--with audio-only-tags"
      )
    }
    let rendition = { (number: Int, name: String, stream: Int?) in
      let place = RenditionPlace(number: number, variantCount: options.variantCount)
      let (options, made) = Self.options(options, at: place, seconds: seconds)
      return MadeRendition(
        number: number,
        name: name,
        media: media,
        stream: stream,
        writer: try Self.writer(options, made, media: media, stream: stream),
        adWriter: options.replacesFirstBreak
          ? try Self.adWriter(options, made, media: media, stream: stream) : nil,
        options: options,
        store: store
      )
    }
    let cutStream = cutStream
    let prefix = cutStream == audioStream && media != nil ? "variant" : "video"
    variants = try (0..<options.variantCount).map { index in
      try rendition(index, "\(prefix)-\(index + 1)", cutStream)
    }
    audio = hasAudio ? try rendition(options.variantCount, "audio", audioStream) : nil
    interstitial = try options.stream.fault?.changes.presentation.interstitial.map { changes in
      MadeInterstitial(
        changes,
        asset: try Self.asset(options, media: media, seconds: seconds, stream: cutStream, store),
        options: options,
        store: store
      )
    }
    if let fault = options.stream.fault, fault.changes.presentation.needsPackedAudio,
      audio?.isPackedAudio != true
    {
      throw StreamMakerError(
        .fault,
        input: options.stream.mediaPath,
        "\(fault.id) is a fault of packed audio: give media with AAC, MP3, AC-3 or E-AC-3 audio "
          + "with --media, and leave out --cmaf, or choose another fault"
      )
    }
  }

  /// Creates the asset of an interstitial: a rendition of the variants' media without parts, tags or a fault.
  private static func asset(
    _ options: PresentationOptions,
    media: SourceMedia?,
    seconds: Double,
    stream: Int?,
    _ store: any PresentationStore
  ) throws -> MadeRendition {
    var options = options
    options.stream.fault = nil
    options.partSeconds = nil
    let made = RenditionOptions(
      options: options.stream,
      seconds: seconds,
      carriesTags: false,
      stuffing: 0
    )
    return MadeRendition(
      // The audio rendition has the preceding number.
      number: options.variantCount + 1,
      name: MadeInterstitial.folder,
      media: media,
      stream: stream,
      writer: try writer(options, made, media: media, stream: stream),
      options: options,
      store: store
    )
  }

  /// Creates the segment writer for an ad. Its tags have other CIDs and sequence numbers, as from another inserter, and
  /// no fault.
  private static func adWriter(
    _ options: PresentationOptions,
    _ rendition: RenditionOptions,
    media: SourceMedia?,
    stream: Int?
  ) throws -> any SegmentWriter {
    var (options, rendition) = (options, rendition)
    options.stream.fault = nil
    rendition.options.fault = nil
    rendition.options.seed = ~rendition.options.seed
    rendition.options.firstSequence = 20_001
    return try writer(options, rendition, media: media, stream: stream)
  }

  /// The options for the rendition at a position, without the fault if only other renditions have it.
  private static func options(
    _ options: PresentationOptions,
    at place: RenditionPlace,
    seconds: Double
  ) -> (PresentationOptions, RenditionOptions) {
    var options = options
    let changes = options.stream.fault?.changes.presentation
    if changes?.strikes?(place) == false { options.stream.fault = nil }
    let carriesTags =
      changes?.carriesTags?(place) ?? (place.isAudio || options.tagRenditions == .all)
    let carriage = options.writesManifest ? options.tagCarriage : .messagesVersion1
    let made = RenditionOptions(
      options: options.stream,
      seconds: seconds,
      carriesTags: carriesTags && carriage != .manifestEvents,
      stuffing: place.isAudio ? 0 : place.number,
      countsFromSegment: carriage == .messagesVersion0
    )
    return (options, made)
  }

  private static func validate(_ fault: Fault?, _ media: SourceMedia) throws {
    guard let fault, fault.changes.presentation.needsVideoAndAudio,
      isSoundAlone(media) || audioStream(of: media) == nil
    else { return }
    throw StreamMakerError(
      .fault,
      input: media.path,
      "\(fault.id) needs both video and audio: use a --media file with both"
    )
  }

  private static func isSoundAlone(_ media: SourceMedia) -> Bool {
    position(of: AVMEDIA_TYPE_VIDEO, in: media) == nil
  }

  /// The index of the video stream or, if there is no video, of the audio stream.
  static func cutStream(of media: SourceMedia) -> Int? {
    position(of: AVMEDIA_TYPE_VIDEO, in: media) ?? position(of: AVMEDIA_TYPE_AUDIO, in: media)
  }

  static func audioStream(of media: SourceMedia) -> Int? {
    position(of: AVMEDIA_TYPE_AUDIO, in: media)
  }

  private static func position(of type: AVMediaType, in media: SourceMedia) -> Int? {
    media.demuxer.streams.firstIndex { $0.pointer.pointee.codecpar.pointee.codec_type == type }
  }

  private static func writer(
    _ options: PresentationOptions,
    _ rendition: RenditionOptions,
    media: SourceMedia?,
    stream: Int?
  ) throws -> any SegmentWriter {
    guard let media, let stream else { return try ClockSegmentWriter(rendition) }
    guard options.format == .transportStream else {
      return try FragmentWriter(rendition, media: media, stream: stream)
    }
    guard let packed = PackedAudioWriter(rendition, media: media, stream: stream) else {
      return try MediaSegmentWriter(rendition, media: media, stream: stream)
    }
    guard let fault = options.stream.fault, fault.changes.needsTransportStream else {
      return packed
    }
    if isSoundAlone(media) {
      throw StreamMakerError(
        .fault,
        input: media.path,
        "\(fault.id) is a fault of transport streams, but HLS uses packed audio for audio without video: give "
          + "media with video, write a stream with -o, or choose another fault"
      )
    }
    if options.tagRenditions == .audioAlone {
      throw StreamMakerError(
        .fault,
        "\(fault.id) is a fault of transport streams, but the audio rendition is packed audio: leave out "
          + "--with audio-only-tags, or choose another fault"
      )
    }
    return packed
  }
}
