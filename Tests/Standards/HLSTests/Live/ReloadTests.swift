import HLS
import Testing

/// RFC 8216, section 6.3.4, and rfc8216bis, section 6.2.5.
struct ReloadTests {
  @Test(
    "the reload delay is the target duration, or half of it if nothing changed, within limits",
    arguments: [
      ("#EXT-X-TARGETDURATION:8\n#EXTINF:6,\na\n", 8, 4),
      ("#EXT-X-TARGETDURATION:x\n#EXTINF:5,\na\n#EXTINF:7,\nb\n", 7, 3.5),
      ("#EXT-X-MEDIA-SEQUENCE:1\n", 6, 3), ("#EXT-X-TARGETDURATION:0\n", 0.25, 0.25),
      ("#EXT-X-TARGETDURATION:1000000000\n", 3600, 3600),
    ]
  )
  func delay(text: String, changed: Double, unchanged: Double) throws {
    guard case .media(let playlist) = try reading("#EXTM3U\n" + text).playlist else {
      Issue.record("not a media playlist")
      return
    }
    #expect(playlist.reloadDelay(isChanged: true) == changed)
    #expect(playlist.reloadDelay(isChanged: false) == unchanged)
  }

  private static let control = "#EXT-X-SERVER-CONTROL:"
  private static let segments = """
    #EXT-X-MEDIA-SEQUENCE:7
    #EXTINF:4,
    a
    #EXTINF:4,
    b
    #EXT-X-PART:URI="c0",DURATION=1
    #EXT-X-PART:URI="c1",DURATION=1

    """

  @Test(
    "delivery directives request only features that the server offers",
    arguments: [
      ("", true, nil), (control + "HOLD-BACK=12\n", true, nil),
      (control + "CAN-BLOCK-RELOAD=YES\n", true, DeliveryDirectives(mediaSequenceNumber: 9)),
      (
        control + "CAN-BLOCK-RELOAD=YES\n#EXT-X-PART-INF:PART-TARGET=1\n", true,
        DeliveryDirectives(mediaSequenceNumber: 9, part: 2)
      ),
      (
        control + "CAN-BLOCK-RELOAD=YES\n#EXT-X-PART-INF:PART-TARGET=1\n", false,
        DeliveryDirectives(mediaSequenceNumber: 9)
      ),
      (control + "CAN-SKIP-UNTIL=20\n", true, DeliveryDirectives(skip: .segments)),
      (
        control + "CAN-SKIP-UNTIL=20,CAN-SKIP-DATERANGES=YES\n", true,
        DeliveryDirectives(skip: .segmentsAndDateRanges)
      ),
      (control + "CAN-SKIP-UNTIL=19\n", true, nil),
      (control + "CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=20\n#EXT-X-ENDLIST\n", true, nil),
    ] as [(String, Bool, DeliveryDirectives?)]
  )
  func directives(text: String, usesParts: Bool, expected: DeliveryDirectives?) throws {
    let playlist = try mediaPlaylist(text + Self.segments)
    #expect(playlist.deliveryDirectives(usesParts: usesParts, age: 10) == expected)
  }

  @Test(
    "live playback starts three target durations, or HOLD-BACK, before the end",
    arguments: [("", 2), (control + "HOLD-BACK=5\n", 4), (control + "HOLD-BACK=60\n", 0)]
  )
  func liveStart(text: String, index: Int) throws {
    let playlist = try mediaPlaylist(text + String(repeating: "#EXTINF:10,\na\n", count: 5))
    #expect(playlist.liveStartIndex == index)
  }

  @Test("live playback of an empty playlist starts at index 0")
  func emptyStart() throws {
    #expect(try mediaPlaylist("").liveStartIndex == 0)
  }
}
