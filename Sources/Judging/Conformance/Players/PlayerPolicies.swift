import TimedMetadata

/// The players and their behaviour. hls.js 1.4 to 1.7, mux.js 6.3 and 7.1 with VHS 3.17, Shaka 5.2, media3 1.11 and
/// FFmpeg 5.1 were run on faulty streams. The other facts come from source code or, for AVPlayer, from documents.
/// Unless another version is named, line numbers refer to hls.js 1.7.1 (with the package cml-id3 1.0.6), mux.js 7.1.0,
/// VHS 3.17.4, Shaka 5.2.7 (in lib), media3 1.11.0 and dash.js 5.1.1.
extension PlayerPolicy {
  /// Every player, in the order of the report tables. FFmpeg is last, because it is a tool rather than a player.
  static let all = [hlsjs, muxjs, shaka, media3, dashjs, avplayer, gpac, ffmpeg]

  /// The `stream_type` values of media that hls.js reads: H.264, AAC, MPEG audio, and SAMPLE-AES H.264 and AAC. It
  /// reads SAMPLE-AES only if the playlist's key has that method, which is not checked here. AC-3 is omitted: hls.js
  /// reads it only where Media Source Extensions accept it, and Chrome and Firefox do not.
  private static let hlsjsMedia: Set<UInt8> = [0x1B, 0x0F, 0x03, 0x04, 0xDB, 0xCF]

  static let hlsjs = PlayerPolicy(
    PlayerName(
      "hls.js",
      ["hlsjs"],
      newest: [1, 7],
      examined: [[1, 4, 14], [1, 5, 20], [1, 6, 19], [1, 7, 1]]
    ),
    .run,
    carriages: [.tsPES, .packedAudio, .emsg],
    [
      PlayerFact(.playsNoDASH, "hls.js plays HLS only"),
      PlayerFact(.readsFirstAssociation, "tsdemuxer.ts:919 parsePAT"),
      PlayerFact(.readsMapOfOnePacket, "tsdemuxer.ts:411 demux, tsdemuxer.ts:924 parsePMT"),
      PlayerFact(.requiresDeclaration(keepsPackets: true), "tsdemuxer.ts:453 demux"),
      PlayerFact(.requiresMetadataType, "tsdemuxer.ts:969 parsePMT"),
      PlayerFact(.readsFirstPID, "tsdemuxer.ts:971 parsePMT"),
      PlayerFact(
        .stopsAtType(0x87),
        "tsdemuxer.ts:1069 parsePMT, v1.5.20 tsdemuxer.ts:863",
        from: [1, 5]
      ),
      // 0xC2 is E-AC-3 with SAMPLE-AES.
      PlayerFact(
        .stopsAtType(0xC2),
        "tsdemuxer.ts:1067 parsePMT, v1.5.20 tsdemuxer.ts:861",
        from: [1, 5]
      ),
      PlayerFact(
        .stopsAtType(0x24),
        "v1.5.20 tsdemuxer.ts:867 parsePMT",
        from: [1, 5],
        before: [1, 6]
      ),
      PlayerFact(.readsNextMap, "tsdemuxer.ts:924 parsePMT"),
      PlayerFact(
        .requiresMedia(hlsjsMedia),
        "v1.5.20 mp4-remuxer.ts:288 remux, tsdemuxer.ts:729 parsePMT",
        before: [1, 6],
        isLimitation: true
      ),
      PlayerFact(
        .requiresMedia(hlsjsMedia.union([0x24])),
        "mp4-remuxer.ts:323 remux, tsdemuxer.ts:953 parsePMT",
        from: [1, 6],
        isLimitation: true
      ),
      PlayerFact(.requiresPlainPackets, "tsdemuxer.ts:93 probe, tsdemuxer.ts:103 syncOffset"),
      PlayerFact(.keepsStride, "tsdemuxer.ts:298 demux"),
      PlayerFact(.requiresPTS, "tsdemuxer.ts:822 parseID3PES"),
      PlayerFact(.dropsShortPES, "tsdemuxer.ts:1162 parsePES"),
      PlayerFact(.joinsNoPES, "tsdemuxer.ts:375 demux, id3-track-controller.ts:211"),
      PlayerFact(
        .requiresTagAtStart,
        "cml libs/id3 getId3Frames.ts:25, v1.5.20 demux/id3.ts:189 getID3Frames"
      ),
      PlayerFact(.followsPTS(.tsPES), "mp4-remuxer.ts:1244 flushTextTrackMetadataCueSamples"),
      PlayerFact(
        .ignoresPackedAudio([.ac3]),
        "v1.4.14 demux/transmuxer.ts, without an AC-3 demuxer",
        before: [1, 5],
        isLimitation: true
      ),
      PlayerFact(.datesByPrecedingFrame, "base-audio-demuxer.ts:116 demux", isLimitation: true),
      PlayerFact(.takesSchemes(.pattern), "mp4demuxer.ts:37, mp4demuxer.ts:215 extractID3Track"),
      PlayerFact(
        .dropsMessageVersion0,
        "v1.6.19 utils/mp4-tools.ts:1232 parseEmsg",
        before: [1, 7]
      ),
      PlayerFact(
        .misplacesMessageVersion0,
        "mp4demuxer.ts:278 getEmsgStartTime, passthrough-remuxer.ts:580",
        from: [1, 7]
      ),
      PlayerFact(
        .scansFrames(.commonMediaLibrary),
        "cml libs/id3 util/getId3FrameData.ts:20, getId3Frames.ts:28, v1.5.20 demux/id3.ts:185"
      ),
      PlayerFact(
        .damagesOpenOwner,
        "cml 0.17.1 lib/src/utils/utf8ArrayToStr.ts:32, v1.5.20 demux/id3.ts:339",
        before: [1, 7]
      ),
      PlayerFact(
        .losesSegmentAtOpenOwner,
        "cml libs/id3 util/decodeId3PrivFrame.ts:24, util/utf8ArrayToStr.ts:17",
        from: [1, 7]
      ),
    ]
  )

  static let muxjs = PlayerPolicy(
    // VHS calls mux.js, and shows tags from emsg only with the change "support emsg box parsing" of mux.js 6.3.0. VHS
    // 3.0.2 contains mux.js 6.3.0, but does not use the support for emsg.
    PlayerName(
      "mux.js",
      ["muxjs"],
      newest: [7, 1],
      examined: [[6, 3, 0], [7, 1, 0]],
      factVersions: [[0]: [3, 0], [6, 3]: [3, 17, 4]]
    ),
    aliases: [
      PlayerName("VHS", newest: [3, 17], examined: [[3, 17, 4]]),
      // Each entry maps a version of Video.js to the version of @videojs/http-streaming in its package.json. Before
      // version 7, Video.js used another HLS plug-in.
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
    carriages: [.tsPES, .packedAudio, .emsg],
    [
      PlayerFact(.readsFirstAssociation, "m2ts.js:148 parsePat"),
      PlayerFact(.readsMapOfOnePacket, "m2ts.js:123 parsePsi, m2ts.js:160 parsePmt"),
      PlayerFact(.requiresDeclaration(keepsPackets: true), "m2ts.js:254 TransportParseStream.push"),
      PlayerFact(.requiresMetadataType, "m2ts.js:202 parsePmt"),
      PlayerFact(.stopsAtNextMap, "m2ts.js:168 parsePmt, m2ts.js:471 ElementaryStream.push"),
      PlayerFact(
        .requiresMedia([0x1B, 0x0F]),
        "mp4/transmuxer.js:777 CoalesceStream.flush, mp4/transmuxer.js:817, m2ts.js:196 parsePmt",
        isLimitation: true
      ),
      PlayerFact(.requiresPlainPackets, "m2ts.js:61 TransportPacketStream.push"),
      PlayerFact(.misreadsPrivateStream2, "m2ts.js:312 parsePes"),
      PlayerFact(.requiresPTS, "VHS util/text-tracks.js:178 addMetadata"),
      PlayerFact(.dropsShortPES, "m2ts.js:402 flushStream"),
      PlayerFact(.joinsUnalignedPES, "metadata-stream.js:54, metadata-stream.js:91"),
      PlayerFact(.requiresHeaderInFirstPES, "metadata-stream.js:60"),
      PlayerFact(.resumesAtAlignment, "metadata-stream.js:54, metadata-stream.js:91"),
      PlayerFact(.readsOneTag, "metadata-stream.js:102, tools/parse-id3.js:176 parseId3Frames"),
      PlayerFact(.requiresTagAtStart, "metadata-stream.js:62, tools/parse-id3.js:184"),
      // mux.js reads event messages with tools/parse-id3.js, which does not compare sizes.
      PlayerFact(.requiresWholeTagInPES, "metadata-stream.js:91"),
      PlayerFact(
        .followsPTS(.tsPES),
        "utils/clock.js:45 metadataTsToSeconds, VHS segment-loader.js:795, util/text-tracks.js:172"
      ),
      PlayerFact(.followsPTS(.emsg), "mp4/emsg.js:79 scaleTime, VHS util/text-tracks.js:172"),
      PlayerFact(.dropsNegativeTimes, "VHS util/text-tracks.js:178 addMetadata"),
      PlayerFact(
        .ignoresPackedAudio(PackedCodec.all),
        "mp4/transmuxer.js:932 setupAacPipeline, without the id3Frame of mp4/transmuxer.js:1125",
        isLimitation: true
      ),
      PlayerFact(
        .stopsAtInvalidMessage,
        "mp4/emsg.js:68, mp4/probe.js:389 getEmsgID3, VHS transmuxer-worker.js:278",
        from: [3, 1]
      ),
      // Invalid text throws an exception, and the worker stops reading the segment. At an event message, or in the
      // flush at the end of a segment, the worker then never answers.
      PlayerFact(
        .stopsAtInvalidText,
        "tools/parse-id3.js:34 parseUtf8, VHS transmuxer-worker.js:278, transmuxer-worker.js:390, "
          + "media-segment-request.js:453"
      ),
      PlayerFact(.ignoresMessages, "VHS CHANGELOG 3.1.0, #1370", before: [3, 1]),
      PlayerFact(
        .ignoresMessagesInAudio,
        "VHS CHANGELOG 3.2.0, #1385, v3.1.0 media-segment-request.js",
        from: [3, 1],
        before: [3, 2]
      ),
      PlayerFact(
        .scansFrames(.muxjs),
        "metadata-stream.js:110, tools/parse-id3.js:41 parseSyncSafeInteger, tools/parse-id3.js:201"
      ),
      // mux.js shows the frame without its owner and data.
      PlayerFact(.dropsOpenOwner, "tools/parse-id3.js:161 PRIV"),
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
    carriages: [.tsPES, .packedAudio, .emsg],
    [
      PlayerFact(.readsFirstAssociation, "util/ts_parser.js:256 getPmtId_"),
      PlayerFact(
        .readsMapOfOnePacket,
        "util/ts_parser.js:168 parse, util/ts_parser.js:269 parsePMT_"
      ),
      PlayerFact(.requiresDeclaration(keepsPackets: true), "util/ts_parser.js:194 parse"),
      PlayerFact(.requiresMetadataType, "util/ts_parser.js:394 parsePMT_"),
      PlayerFact(.readsFirstPID, "util/ts_parser.js:395 parsePMT_"),
      PlayerFact(.readsNextMap, "util/ts_parser.js:269 parsePMT_"),
      PlayerFact(
        .requiresPlainPackets,
        "util/ts_parser.js:1438 probe, util/ts_parser.js:1458 syncOffset"
      ),
      PlayerFact(.keepsStride, "util/ts_parser.js:138 parse"),
      PlayerFact(.requiresPTS, "util/ts_parser.js:822 getMetadata, player.js:3976"),
      PlayerFact(.takesZeroForNoPTS, "util/ts_parser.js:822 getMetadata, player.js:3976"),
      PlayerFact(.dropsShortPES, "util/ts_parser.js:535 parsePESHeader_"),
      PlayerFact(.joinsNoPES, "util/ts_parser.js:816 getMetadata"),
      PlayerFact(.splitsAtSegments, "media/media_source_engine.js:1033"),
      PlayerFact(.requiresTagAtStart, "metadata/id3_utils.js:479 getID3Frames"),
      PlayerFact(.followsPTSInSegment, "media/media_source_engine.js:1400 appendBuffer"),
      // Shaka gives tags in packed audio their segment's start time in the playlist, and ignores their time stamps.
      PlayerFact(.readsLeadingTags, "media/media_source_engine.js:953", isLimitation: true),
      PlayerFact(
        .ignoresMessagesInHLS,
        "hls/hls_parser.js:3654, media/media_source_engine.js:979",
        isLimitation: true
      ),
      PlayerFact(
        .requiresInbandEventStream(.scheme),
        "dash/dash_parser.js:3147 emsgSchemeIdUris_, media/media_source_engine.js:1111 parseEMSG_"
      ),
      PlayerFact(
        .scansFrames(.shaka),
        "metadata/id3_utils.js:202 getFrameData_, metadata/id3_utils.js:484 getID3Frames"
      ),
      PlayerFact(.dropsOpenOwner, "metadata/id3_utils.js:385 decodeFrame_"),
    ]
  )

  static let media3 = PlayerPolicy(
    PlayerName("media3", newest: [1, 11], examined: [[1, 11, 0]]),
    // Android's migration guide says that ExoPlayer 2.19.1 is media3 1.1.1.
    aliases: [
      PlayerName(
        "ExoPlayer",
        newest: [2, 19, 1],
        factVersions: [[2]: [0], [2, 19, 1]: [1, 1, 1]],
        hasEnded: true
      )
    ],
    .run,
    carriages: [.tsPES, .packedAudio, .emsg],
    [
      PlayerFact(.readsFirstProgramWithID3, "TsExtractor.java:794 PmtReader.consume"),
      PlayerFact(.requiresMapChecksum, "SectionReader.java:127 consume"),
      PlayerFact(.requiresDeclaration(keepsPackets: false), "TsExtractor.java:487 read"),
      PlayerFact(
        .requiresMetadataType,
        "TsExtractor.java:788, DefaultTsPayloadReaderFactory.java:217"
      ),
      PlayerFact(.readsLowestPID, "TsExtractor.java:804 PmtReader.consume"),
      PlayerFact(.keepsFirstPID, "TsExtractor.java:794 PmtReader.consume"),
      PlayerFact(
        .skipsFirstStuffedTables,
        "SectionReader.java:75 consume, TsExtractor.java:623, TsExtractor.java:671"
      ),
      PlayerFact(
        .requiresPlainPacketsOutsideHLS,
        "TsExtractor.java:586 findEndOfFirstTsPacketInBuffer, DefaultHlsExtractorFactory.java:149"
      ),
      PlayerFact(.stopsAfterSkipping(376), "TsExtractor.java:597"),
      PlayerFact(.dropsRepeatedCounter, "TsExtractor.java:498 read"),
      PlayerFact(.stopsWithoutPTS, "Id3Reader.java:134 packetFinished"),
      PlayerFact(.requiresAlignment, "Id3Reader.java:80 packetStarted, google/ExoPlayer#5747"),
      PlayerFact(
        .endsByDeclaredLength,
        "PesReader.java:145 consume, PesReader.java:171, google/ExoPlayer#9155"
      ),
      PlayerFact(.requiresHeaderInOnePacket, "Id3Reader.java:121 consume"),
      PlayerFact(.joinsUnalignedPES, "Id3Reader.java:80, Id3Reader.java:130"),
      PlayerFact(.readsOneTag, "Id3Reader.java:121 consume, Id3Decoder.java:124 decode"),
      PlayerFact(.requiresTagAtStart, "Id3Reader.java:109 consume, Id3Decoder.java:210"),
      PlayerFact(.requiresWholeTag, "Id3Reader.java:130 packetFinished, Id3Decoder.java:139"),
      PlayerFact(.followsPTS(.tsPES), "PesReader.java:283, TimestampAdjuster.java:245"),
      PlayerFact(.followsPTS(.packedAudio), "HlsMediaChunk.java:593, TimestampAdjuster.java:245"),
      PlayerFact(
        .followsPTS(.emsg),
        "FragmentedMp4Extractor.java:1040, TimestampAdjuster.java:245"
      ),
      PlayerFact(
        .ignoresPackedAudio([.mpegAudio, .ac3]),
        "Mp3Extractor.java:324, Ac3Extractor.java:67; AdtsReader.java:157",
        isLimitation: true
      ),
      PlayerFact(
        .misplacesMessageVersion0,
        "FragmentedMp4Extractor.java:1761, FragmentedMp4Extractor.java:1929"
      ),
      PlayerFact(.takesSchemes(.aomediaAndApple), "EventMessage.java:91"),
      PlayerFact(
        .requiresInbandEventStream(.nothing),
        "DashMediaPeriod.java:1033 hasEventMessageTrack"
      ),
      PlayerFact(
        .ignoresAudioRenditions,
        "1.10.0 HlsMediaPeriod.java:835, androidx/media#3043",
        before: [1, 10]
      ),
      PlayerFact(.readsFrames, "Id3Decoder.java:151 decode"),
      PlayerFact(.dropsFooters, "Id3Decoder.java:210 decodeHeader, Id3Decoder.java:281"),
      PlayerFact(.damagesOpenOwner, "Id3Decoder.java:558 decodePrivFrame"),
    ]
  )

  static let dashjs = PlayerPolicy(
    PlayerName("dash.js", ["dashjs"]),
    .read,
    carriages: [.emsg],
    [
      PlayerFact(.playsDASHOnly, "dash.js plays DASH only"),
      PlayerFact(
        .requiresInbandEventStream(.schemeAndValue),
        "dash/DashAdapter.js:479 getEvent, streaming/StreamProcessor.js:1360"
      ),
      PlayerFact(
        .dropsRepeatedIDs,
        "streaming/controllers/EventController.js:302, Dash-Industry-Forum/dash.js#3911"
      ),
    ]
  )

  static let avplayer = PlayerPolicy(
    PlayerName("AVPlayer"),
    .documents,
    carriages: [.tsPES, .emsg],
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
    carriages: [.tsPES, .emsg],
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
    carriages: [.tsPES],
    [
      PlayerFact(.requiresDeclaration(keepsPackets: false), "not verified"),
      PlayerFact(.requiresAudio, "src/filters/dmx_m2ts.c:1378 GF_M2TS_EVT_ID3", isLimitation: true),
      PlayerFact(.requiresCanonicalStart, "src/media_tools/id3.c:33 gf_id3_tag_new"),
    ]
  )
}
