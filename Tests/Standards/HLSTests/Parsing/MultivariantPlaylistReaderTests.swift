import Testing

@testable import HLS

/// Tags of multivariant playlists (RFC 8216, section 4.3.4).
struct MultivariantPlaylistReaderTests {
  @Test("all attributes of a variant are read")
  func variant() throws {
    let playlist = try multivariantPlaylist(
      """
      #EXT-X-VERSION:6
      #EXT-X-INDEPENDENT-SEGMENTS
      #EXT-X-START:TIME-OFFSET=3
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="x"
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="x"
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="x",URI="s.m3u8"
      #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="x",INSTREAM-ID="CC1"
      #EXT-X-STREAM-INF:BANDWIDTH=5200000,AVERAGE-BANDWIDTH=4000000,\
      CODECS="avc1.64002a, mp4a.40.2",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",\
      RESOLUTION=1920x1080,FRAME-RATE=59.940,HDCP-LEVEL=TYPE-0,ALLOWED-CPC="c:A/B",\
      VIDEO-RANGE=PQ,REQ-VIDEO-LAYOUT="CH-STEREO",STABLE-VARIANT-ID="sv",SCORE=2.5,\
      AUDIO="aac",VIDEO="v",SUBTITLES="s",CLOSED-CAPTIONS="cc",PATHWAY-ID="p",NAME="n",\
      PROGRAM-ID=1
      video/1080.m3u8
      """
    )
    #expect(playlist.version == 6)
    #expect(playlist.hasIndependentSegments)
    #expect(playlist.start == StartPoint(timeOffset: 3, isPrecise: false))
    let variant = try #require(playlist.variants.first)
    #expect(variant.uri == "video/1080.m3u8")
    #expect(variant.bandwidth == 5_200_000)
    #expect(variant.averageBandwidth == 4_000_000)
    #expect(variant.codecs == ["avc1.64002a", "mp4a.40.2"])
    #expect(variant.supplementalCodecs == ["dvh1.08.07/db4h"])
    #expect(variant.resolution == Resolution(width: 1920, height: 1080))
    #expect(variant.frameRate == 59.94)
    #expect(variant.score == 2.5)
    #expect(variant.hdcpLevel == "TYPE-0")
    #expect(variant.allowedCPC == "c:A/B")
    #expect(variant.videoRange == "PQ")
    #expect(variant.requiredVideoLayout == "CH-STEREO")
    #expect(variant.stableVariantID == "sv")
    #expect(variant.pathwayID == "p")
    #expect(variant.name == "n")
    #expect(variant.closedCaptions == .group("cc"))
    #expect(variant.otherAttributes.map(\.name) == ["PROGRAM-ID"])
    #expect(variant.line == 9)
    #expect(
      playlist.renditions(of: variant).map(\.kind) == [
        .audio, .video, .subtitles, .closedCaptions,
      ]
    )
  }

  @Test("all attributes of a rendition are read")
  func rendition() throws {
    let playlist = try multivariantPlaylist(
      """
      #EXT-X-MEDIA:TYPE=AUDIO,URI="a.m3u8",GROUP-ID="aac",NAME="English",LANGUAGE="en",\
      ASSOC-LANGUAGE="fr",STABLE-RENDITION-ID="sr",DEFAULT=YES,AUTOSELECT=YES,FORCED=NO,\
      CHARACTERISTICS="public.a, public.b",CHANNELS="6/JOC",BIT-DEPTH=24,SAMPLE-RATE=48000,X-A=1
      """
    )
    let rendition = try #require(playlist.renditions.first)
    #expect(rendition.kind == .audio)
    #expect(rendition.uri == "a.m3u8")
    #expect(rendition.groupID == "aac")
    #expect(rendition.name == "English")
    #expect(rendition.language == "en")
    #expect(rendition.associatedLanguage == "fr")
    #expect(rendition.stableRenditionID == "sr")
    #expect(rendition.isDefault)
    #expect(rendition.isAutoselect)
    #expect(!rendition.isForced)
    #expect(rendition.characteristics == ["public.a", "public.b"])
    #expect(rendition.channels == "6/JOC")
    #expect(rendition.bitDepth == 24)
    #expect(rendition.sampleRate == 48_000)
    #expect(rendition.otherAttributes.map(\.name) == ["X-A"])
  }

  @Test("I-frame variants, session data, session keys and content steering are read")
  func others() throws {
    let playlist = try multivariantPlaylist(
      """
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="i.m3u8",RESOLUTION=640X360
      #EXT-X-SESSION-DATA:DATA-ID="a",VALUE="v",LANGUAGE="en"
      #EXT-X-SESSION-DATA:DATA-ID="a",URI="d.json",FORMAT=RAW,LANGUAGE="de"
      #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
      #EXT-X-CONTENT-STEERING:SERVER-URI="/steer?x",PATHWAY-ID="cdn-a"
      #EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE
      a.m3u8
      """
    )
    #expect(playlist.iFrameVariants.map(\.uri) == ["i.m3u8"])
    #expect(playlist.iFrameVariants.map(\.resolution) == [Resolution(width: 640, height: 360)])
    #expect(playlist.sessionData.map(\.value) == ["v", nil])
    #expect(playlist.sessionData.map(\.uri) == [nil, "d.json"])
    #expect(playlist.sessionData.map(\.format) == ["JSON", "RAW"])
    #expect(playlist.sessionData.map(\.language) == ["en", "de"])
    #expect(playlist.sessionKeys.map(\.keyFormat) == ["com.apple.streamingkeydelivery"])
    #expect(playlist.contentSteering?.serverURI == "/steer?x")
    #expect(playlist.contentSteering?.pathwayID == "cdn-a")
    #expect(playlist.variants.first?.closedCaptions == Variant.ClosedCaptions.none)
  }

  @Test("a variant without attributes is kept")
  func bareVariant() throws {
    let (playlist, faults) = try multivariantReading("#EXT-X-STREAM-INF:\na.m3u8\n")
    #expect(playlist.variants.map(\.uri) == ["a.m3u8"])
    #expect(playlist.variants.map(\.bandwidth) == [nil])
    #expect(faults.map(\.kind) == [.attributeMissing])
  }
}
