import HLS
import Testing

/// Markers of ad breaks, as encoders and packagers write them.
struct CueTests {
  struct Expected: Sendable {
    var kind: CueMarker.Kind
    var duration: Double?
    var elapsed: Double?
    var id: String?
    var scte35: String?
  }

  @Test(
    "all known forms of ad break markers are read",
    arguments: [
      ("EXT-X-CUE-OUT", Expected(kind: .out)),
      ("EXT-X-CUE-OUT:30", Expected(kind: .out, duration: 30)),
      ("EXT-X-CUE-OUT:15.000", Expected(kind: .out, duration: 15)),
      ("EXT-X-CUE-OUT:DURATION=30.5", Expected(kind: .out, duration: 30.5)),
      (
        #"EXT-X-CUE-OUT:DURATION="201.467",ID=7,CUE="/DAl""#,
        Expected(kind: .out, duration: 201.467, id: "7", scte35: "/DAl")
      ),
      ("EXT-X-CUE-OUT:4,SpliceType=VOD_DAI", Expected(kind: .out, duration: 4)),
      ("EXT-X-CUE-OUT-CONT:8.8/30", Expected(kind: .outContinued, duration: 30, elapsed: 8.8)),
      ("EXT-X-CUE-OUT-CONT:8.8", Expected(kind: .outContinued, elapsed: 8.8)),
      (
        "EXT-X-CUE-OUT-CONT:ElapsedTime=8.844,Duration=15,SCTE35=/DAlAA==",
        Expected(kind: .outContinued, duration: 15, elapsed: 8.844, scte35: "/DAlAA==")
      ),
      ("EXT-X-CUE-OUT-CONT:CAID=0x01,2/30", Expected(kind: .outContinued, id: "0x01")),
      ("EXT-X-CUE-IN", Expected(kind: .in)),
      ("EXT-X-CUE-IN:", Expected(kind: .in)),
      ("EXT-OATCLS-SCTE35:/DAlAA==", Expected(kind: .splice, scte35: "/DAlAA==")),
      ("EXT-X-SPLICEPOINT-SCTE35:/DAlAA==", Expected(kind: .splice, scte35: "/DAlAA==")),
      (
        #"EXT-SCTE35: CUE="/DAI", ID="123", TIME=123.12"#,
        Expected(kind: .splice, id: "123", scte35: "/DAI")
      ),
      (
        #"EXT-X-SCTE35:TYPE=0x34,ID="9",CUE="/DAI",DURATION=30,ELAPSED=2,CUE-OUT=CONT"#,
        Expected(kind: .outContinued, duration: 30, elapsed: 2, id: "9", scte35: "/DAI")
      ),
      (#"EXT-X-SCTE35:CUE="x",CUE-OUT=YES"#, Expected(kind: .out, scte35: "x")),
      (#"EXT-X-SCTE35:CUE="x",CUE-IN=YES"#, Expected(kind: .in, scte35: "x")),
      (#"EXT-X-SCTE35:CUE="x""#, Expected(kind: .splice, scte35: "x")),
      ("EXT-X-ASSET:CAID=0x0102", Expected(kind: .asset, id: "0x0102")),
    ]
  )
  func forms(text: String, expected: Expected) throws {
    let (playlist, _) = try mediaReading("#\(text)\n#EXTINF:1,\na.ts\n")
    let cue = try #require(playlist.segments.first?.cues.first)
    #expect(cue.kind == expected.kind)
    #expect(cue.tag == String(text.prefix { $0 != ":" }))
    #expect(cue.duration == expected.duration)
    #expect(cue.elapsed == expected.elapsed)
    #expect(cue.id == expected.id)
    #expect(cue.scte35 == expected.scte35)
    #expect(cue.line == 3)
    #expect(playlist.segments.first?.unknownTags == [])
  }

  @Test("ad break markers are kept in order and with the segments that follow them")
  func order() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-OATCLS-SCTE35:/DA=
      #EXT-X-CUE-OUT:15
      #EXTINF:8,
      a
      #EXT-X-CUE-OUT-CONT:8/15
      #EXTINF:7,
      b
      #EXT-X-CUE-IN
      #EXTINF:4,
      c
      """
    )
    #expect(
      playlist.segments.map { $0.cues.map(\.kind) } == [
        [.splice, .out], [.outContinued], [.in],
      ]
    )
  }
}
