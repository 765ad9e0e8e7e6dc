/// The players and what they do. Run on faulty streams: hls.js 1.4 to 1.7, mux.js 7.1 with VHS 3.17, Shaka 5.2,
/// media3 1.11, FFmpeg 5.1; the other facts were read in their sources.
extension PlayerPolicy {
  /// Every player, in the order of tables: FFmpeg, which is no player of an app, last.
  static let all = [hlsjs, muxjs, shaka, media3, dashjs, avplayer, gpac, ffmpeg]

  static let hlsjs = PlayerPolicy(
    PlayerName(
      "hls.js",
      ["hlsjs"],
      newest: [1, 7],
      examined: [[1, 4, 14], [1, 5, 20], [1, 6, 19], [1, 7, 1]]
    ),
    .run,
    [
      PlayerFact(.playsNoDASH, "hls.js plays HLS only"),
      PlayerFact(.readsFirstAssociation, "tsdemuxer.ts:921"),
      PlayerFact(.readsMapOfOnePacket, "tsdemuxer.ts parsePMT"),
      PlayerFact(.requiresDeclaration(keepsPackets: true), "tsdemuxer.ts:455"),
      PlayerFact(.requiresMetadataType, "tsdemuxer.ts parsePMT"),
      PlayerFact(.readsFirstPID, "tsdemuxer.ts parsePMT"),
      PlayerFact(.stopsAtEnhancedAC3, "tsdemuxer.ts:1072"),
      PlayerFact(.requiresMedia, "mp4-remuxer.ts:323", isLimitation: true),
      PlayerFact(.requiresPlainPackets, "tsdemuxer.ts TSDemuxer.probe"),
      PlayerFact(.keepsStride, "tsdemuxer.ts:472"),
      PlayerFact(.requiresPTS, "tsdemuxer.ts parseID3PES"),
      PlayerFact(.dropsShortPES, "tsdemuxer.ts:1162"),
      PlayerFact(.joinsNoPES, "id3-track-controller.ts:211"),
      PlayerFact(.requiresTagAtStart, "cml libs/id3 getId3Data.ts"),
      PlayerFact(.followsPTS, "mp4-remuxer.ts"),
      PlayerFact(.datesByPrecedingFrame, "base-audio-demuxer.ts", isLimitation: true),
      PlayerFact(.takesSchemes(.pattern), "mp4demuxer.ts emsgSchemePattern"),
      PlayerFact(.dropsMessageVersion0, "v1.6.19 utils/mp4-tools.ts:1232", before: [1, 7]),
      PlayerFact(.misplacesMessageVersion0, "mp4demuxer.ts:278", from: [1, 7]),
      PlayerFact(.readsFrames, "id3-track-controller.ts"),
      PlayerFact(.readsSynchsafeSizes, "cml libs/id3 getId3FrameData.ts:20"),
      PlayerFact(.ignoresExtendedHeader, "cml libs/id3 getId3Frames.ts:29"),
      PlayerFact(.damagesOpenOwner, "v1.6.19 utils utf8ArrayToStr", before: [1, 7]),
      PlayerFact(.losesSegmentAtOpenOwner, "cml libs/id3 utf8ArrayToStr.ts:17", from: [1, 7]),
    ]
  )

  static let muxjs = PlayerPolicy(
    // mux.js CHANGELOG, 6.3.0: "support emsg box parsing"; VHS, which calls it, shows nothing without.
    PlayerName(
      "mux.js",
      ["muxjs"],
      newest: [7, 1],
      examined: [[7, 1, 0]],
      factVersions: [[0]: [3, 0], [6, 3]: [3, 17, 4]]
    ),
    aliases: [
      PlayerName("VHS", newest: [3, 17], examined: [[3, 17, 4]]),
      // The @videojs/http-streaming of its package.json. Before 7 it had another HLS plug-in.
      PlayerName(
        "Video.js",
        ["videojs"],
        newest: [8, 23],
        factVersions: [
          [7]: [1, 0], [7, 10]: [2, 2], [8]: [3, 0], [8, 4]: [3, 3], [8, 22]: [3, 17],
        ]
      ),
    ],
    .run,
    [
      PlayerFact(.readsFirstAssociation, "m2ts.js:148"),
      PlayerFact(.readsMapOfOnePacket, "m2ts.js:471"),
      PlayerFact(.requiresDeclaration(keepsPackets: true), "m2ts.js:257"),
      PlayerFact(.requiresMetadataType, "m2ts.js parsePmt"),
      PlayerFact(.requiresMedia, "transmuxer.js:780", isLimitation: true),
      PlayerFact(.requiresPlainPackets, "m2ts.js TransportPacketStream"),
      PlayerFact(.misreadsPrivateStream2, "m2ts.js:366"),
      PlayerFact(.requiresPTS, "VHS text-tracks.js:178"),
      PlayerFact(.dropsShortPES, "m2ts.js flushStream"),
      PlayerFact(.joinsUnalignedPES, "metadata-stream.js:54"),
      PlayerFact(.resumesAtAlignment, "metadata-stream.js:54"),
      PlayerFact(.readsOneTag, "metadata-stream.js"),
      PlayerFact(.requiresTagAtStart, "metadata-stream.js"),
      PlayerFact(.requiresWholeTag, "metadata-stream.js"),
      PlayerFact(.followsPTS, "VHS text-tracks.js:178"),
      PlayerFact(.dropsNegativeTimes, "VHS text-tracks.js:178"),
      PlayerFact(.ignoresPackedAudio, "transmuxer.js:932", isLimitation: true),
      PlayerFact(.ignoresMessages, "VHS CHANGELOG 3.1.0, #1370", before: [3, 1]),
      PlayerFact(
        .ignoresMessagesInAudio,
        "VHS CHANGELOG 3.2.0, #1385",
        from: [3, 1],
        before: [3, 2]
      ),
      PlayerFact(.readsFrames, "metadata-stream.js, tools/parse-id3.js"),
      PlayerFact(.ignoresExtendedHeader, "tools/parse-id3.js"),
    ]
  )

  static let shaka = PlayerPolicy(
    PlayerName(
      "Shaka Player",
      ["shaka", "shaka-player", "shakaplayer"],
      newest: [5, 2],
      examined: [[5, 2, 7]]
    ),
    .run,
    [
      PlayerFact(.readsFirstAssociation, "util/ts_parser.js parsePAT_"),
      PlayerFact(.readsMapOfOnePacket, "util/ts_parser.js parsePMT_"),
      PlayerFact(.requiresDeclaration(keepsPackets: true), "util/ts_parser.js"),
      PlayerFact(.requiresMetadataType, "util/ts_parser.js parsePMT_"),
      PlayerFact(.readsFirstPID, "util/ts_parser.js parsePMT_"),
      PlayerFact(.requiresPlainPackets, "util/ts_parser.js"),
      PlayerFact(.keepsStride, "util/ts_parser.js"),
      PlayerFact(.requiresPTS, "util/ts_parser.js getMetadata"),
      PlayerFact(.takesZeroForNoPTS, "util/ts_parser.js getMetadata"),
      PlayerFact(.dropsShortPES, "util/ts_parser.js parsePESHeader_"),
      PlayerFact(.joinsNoPES, "util/ts_parser.js getMetadata"),
      PlayerFact(.requiresTagAtStart, "util/id3_utils.js"),
      PlayerFact(.followsPTS, "media/media_source_engine.js"),
      PlayerFact(.readsLeadingTags, "media/media_source_engine.js:953", isLimitation: true),
      PlayerFact(.ignoresMessagesInHLS, "hls/hls_parser.js:3654", isLimitation: true),
      PlayerFact(.requiresInbandEventStream, "media/media_source_engine.js:1111"),
      PlayerFact(.readsFrames, "util/id3_utils.js"),
      PlayerFact(.ignoresExtendedHeader, "util/id3_utils.js"),
    ]
  )

  static let media3 = PlayerPolicy(
    PlayerName("media3", newest: [1, 11], examined: [[1, 11, 0]]),
    // Android's migration guide: ExoPlayer 2.19.1 is media3 1.1.1.
    aliases: [
      PlayerName(
        "ExoPlayer",
        newest: [2, 19, 1],
        factVersions: [[2]: [0], [2, 19, 1]: [1, 1, 1]],
        hasEnded: true
      )
    ],
    .run,
    [
      PlayerFact(.readsFirstProgramWithID3, "TsExtractor.java:794"),
      PlayerFact(.requiresMapChecksum, "SectionReader.java:127"),
      PlayerFact(.requiresDeclaration(keepsPackets: false), "TsExtractor.java"),
      PlayerFact(.requiresMetadataType, "TsExtractor.java:788"),
      PlayerFact(.readsLowestPID, "TsExtractor.java:804"),
      PlayerFact(.keepsFirstPID, "TsExtractor.java:794"),
      PlayerFact(.requiresPlainPackets, "TsExtractor.java"),
      PlayerFact(.stopsAfterSkipping(376), "TsExtractor.java:599"),
      PlayerFact(.dropsRepeatedCounter, "TsExtractor.java"),
      PlayerFact(.stopsWithoutPTS, "Id3Reader.java:134"),
      PlayerFact(.requiresAlignment, "Id3Reader.java:80, google/ExoPlayer#5747"),
      PlayerFact(.endsByDeclaredLength, "PesReader.java, google/ExoPlayer#9155"),
      PlayerFact(.requiresHeaderInOnePacket, "Id3Reader.java:121"),
      PlayerFact(.joinsUnalignedPES, "Id3Reader.java:80"),
      PlayerFact(.readsOneTag, "Id3Reader.java"),
      PlayerFact(.requiresTagAtStart, "Id3Reader.java"),
      PlayerFact(.requiresWholeTag, "Id3Reader.java"),
      PlayerFact(.followsPTS, "TimestampAdjuster.java"),
      PlayerFact(.takesSchemes(.aomediaAndApple), "EventMessage.java"),
      PlayerFact(.requiresInbandEventStream, "DashMediaPeriod.java:1039"),
      PlayerFact(
        .ignoresAudioRenditions,
        "HlsMediaPeriod.java, androidx/media#3043",
        before: [1, 10]
      ),
      PlayerFact(.readsFrames, "Id3Decoder.java"),
      PlayerFact(.dropsFooters, "Id3Decoder.java:210"),
    ]
  )

  static let dashjs = PlayerPolicy(
    PlayerName("dash.js", ["dashjs"]),
    .read,
    [
      PlayerFact(.playsDASHOnly, "dash.js plays DASH only"),
      PlayerFact(.requiresInbandEventStream, "streaming/utils/EventController.js"),
      PlayerFact(.dropsRepeatedIDs, "EventController.js, Dash-Industry-Forum/dash.js#3911"),
    ]
  )

  static let avplayer = PlayerPolicy(
    PlayerName("AVPlayer"),
    .documents,
    [
      PlayerFact(.playsNoDASH, "AVPlayer plays HLS only"),
      PlayerFact(.requiresDeclaration(keepsPackets: false), "Apple 2.1"),
      PlayerFact(.requiresMetadataType, "Apple 2.2"),
      PlayerFact(.requiresMetadataDescriptor, "Apple 2.3"),
      PlayerFact(.requiresMetadataPointer, "Apple 2.2, 2.3"),
      PlayerFact(.requiresPrivateStream1, "Apple 2.2"),
      PlayerFact(.requiresPTS, "Apple 2.3"),
      PlayerFact(.requiresTagAtStart, "Apple 2.2"),
      PlayerFact(.dropsMessageVersion0, "About the CMAF format with HLS"),
      PlayerFact(.takesSchemes(.aomedia), "About the CMAF format with HLS"),
      PlayerFact(.readsFrames, "Apple 2"),
      PlayerFact(.requiresWholeTag, "Apple 2"),
    ]
  )

  static let ffmpeg = PlayerPolicy(
    PlayerName("FFmpeg", newest: [6, 1], examined: [[5, 1, 9], [6, 1]]),
    .run,
    [
      PlayerFact(.requiresDeclaration(keepsPackets: true), "mpegts.c: probed as mp3"),
      PlayerFact(.requiresMetadataDescriptor, "mpegts.c, ffprobe 5.1", before: [6]),
      PlayerFact(.cutsHeaders, "mpegts.c", before: [6, 1]),
      PlayerFact(.ignoresMessages, "mov.c", isLimitation: true),
      PlayerFact(.passesBytesOn, "mpegts.c"),
    ]
  )

  static let gpac = PlayerPolicy(
    PlayerName("GPAC"),
    .read,
    [
      PlayerFact(.requiresDeclaration(keepsPackets: false), "not verified"),
      PlayerFact(.requiresAudio, "src/media_tools/id3.c", isLimitation: true),
      PlayerFact(.requiresCanonicalStart, "src/media_tools/id3.c"),
    ]
  )
}
