import FoundationEssentials
import HLS
import TestSupport
import Testing

/// Checks that arbitrary bytes are read or refused with a reason, without a trap.
struct HostileInputTests {
  /// A media playlist with most tags.
  private static let media = """
    #EXTM3U
    #EXT-X-VERSION:9
    #EXT-X-TARGETDURATION:4
    #EXT-X-DEFINE:NAME="v",VALUE="value"
    #EXT-X-DEFINE:QUERYPARAM="q"
    #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24.0,PART-HOLD-BACK=1.0
    #EXT-X-PART-INF:PART-TARGET=0.33334
    #EXT-X-MEDIA-SEQUENCE:266
    #EXT-X-DISCONTINUITY-SEQUENCE:2
    #EXT-X-PLAYLIST-TYPE:EVENT
    #EXT-X-START:TIME-OFFSET=-1.5,PRECISE=YES
    #EXT-X-SKIP:SKIPPED-SEGMENTS=1
    #EXT-X-PROGRAM-DATE-TIME:2019-02-14T02:13:36.106+01:00
    #EXT-X-MAP:URI="{$v}.mp4",BYTERANGE="10@5"
    #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00ff
    #EXT-X-BITRATE:800
    #EXT-X-DATERANGE:ID="d",START-DATE="2019-02-14T02:13:36Z",DURATION=3.5,SCTE35-OUT=0xFC30
    #EXT-OATCLS-SCTE35:/DAl
    #EXT-X-CUE-OUT:DURATION=30
    #EXT-X-BYTERANGE:100@7
    #EXTINF:4.00008,title
    a.mp4
    #EXT-X-CUE-OUT-CONT:4/30
    #EXT-X-DISCONTINUITY
    #EXT-X-GAP
    #EXT-X-BYTERANGE:5
    #EXTINF:4,
    a.mp4
    #EXT-X-CUE-IN
    #EXT-X-PART:DURATION=0.3,URI="p",BYTERANGE="9@1",INDEPENDENT=YES
    #EXT-X-PART:DURATION=0.3,URI="p",BYTERANGE="9"
    #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p",BYTERANGE-START=19
    #EXT-X-RENDITION-REPORT:URI="../x",LAST-MSN=273,LAST-PART=2
    """

  /// A multivariant playlist with most tags.
  private static let multivariant = """
    #EXTM3U
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-DEFINE:NAME="v",VALUE="value"
    #EXT-X-CONTENT-STEERING:SERVER-URI="/s",PATHWAY-ID="p"
    #EXT-X-SESSION-DATA:DATA-ID="a",VALUE="b"
    #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="k"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",URI="{$v}.m3u8",DEFAULT=YES
    #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a",RESOLUTION=16x9,AUDIO="aac"
    v.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
    """

  /// Reads bytes, and uses all values that are computed from them. An error must have a reason.
  private func use(_ bytes: [UInt8]) {
    let base = try? mediaReading("#EXT-X-MEDIA-SEQUENCE:266\n#EXTINF:4,\nb.mp4\n").playlist
    do {
      let parsed = try Playlist.parse(bytes, uri: address + "?q=1", updating: base)
      switch parsed.playlist {
      case .media(let playlist):
        var follower = PlaylistFollower(uri: playlist.uri, usesParts: true)
        if let base { _ = follower.update(with: base, requestedAt: 0) }
        _ = follower.update(with: playlist, requestedAt: 1)
        _ = follower.nextRequest()
        _ = playlist.dateRanges.count + playlist.liveStartIndex
        for segment in playlist.segments {
          #expect(playlist.resolve(segment.uri).utf8.allSatisfy { (0x21...0x7E).contains($0) })
          _ = segment.byteRange?.rangeHeader
        }
      case .multivariant(let playlist):
        let names = (playlist.mediaPlaylists + playlist.iFramePlaylists).map(\.name)
        #expect(Set(names).count == names.count)
        for variant in playlist.variants { _ = playlist.renditions(of: variant) }
      }
    } catch {
      #expect(!error.reason.isEmpty)
    }
  }

  @Test("the sample playlists are read without faults", arguments: [media, multivariant])
  func right(text: String) throws {
    let base = try mediaReading("#EXT-X-MEDIA-SEQUENCE:266\n#EXTINF:4,\nb.mp4\n").playlist
    #expect(try reading(text, uri: address + "?q=1", updating: base).faults == [])
  }

  @Test("a playlist cut at any byte is read or refused", arguments: [media, multivariant])
  func truncated(text: String) {
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count { use(Array(bytes.prefix(count))) }
  }

  @Test("a playlist with random changes is read or refused", arguments: [media, multivariant])
  func mutated(text: String) {
    var random = SeededGenerator(seed: 1)
    let original = Array(text.utf8)
    let special = Array("\n\r\"=,:#@{}$/.-0918 \u{0}\u{FF}".utf8) + [0xFF, 0xC3, 0xED]
    for _ in 0..<1_500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        switch UInt8.random(in: 0..<4, using: &random) {
        case 0: bytes[position] = special.randomElement(using: &random) ?? 0
        case 1: bytes[position] = .random(in: 0...255, using: &random)
        case 2: bytes.insert(special.randomElement(using: &random) ?? 0, at: position)
        default: bytes.remove(at: position)
        }
      }
      use(bytes)
    }
  }

  @Test(
    "published playlists that are cut or have changed bytes are read or refused",
    .enabled(if: !Corpus.playlists.isEmpty)
  )
  func corpus() throws {
    var random = SeededGenerator(seed: 2)
    for expected in Corpus.playlists {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: expected.path)).prefix(4096))
      for _ in 0..<4 {
        let count = Int.random(in: 0...bytes.count, using: &random)
        var changed = Array(bytes.prefix(count))
        if count > 0 {
          let position = Int.random(in: 0..<count, using: &random)
          changed[position] = .random(in: 0...255, using: &random)
        }
        use(changed)
      }
    }
  }

  @Test(
    "a playlist with many equal parts is read or refused",
    arguments: [
      "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"a\"\nb\n", "#EXTM3U\n", "{$", "{$a}\n",
      "#EXT-X-DEFINE:QUERYPARAM=\"q\"\n", "#EXT-X-DATERANGE:ID=\"a\",X-B=1\n", "a\n", "\n", "#EXT",
      "A=1,", "\"", "#EXT-X-PART:URI=\"a\",DURATION=1,BYTERANGE=\"1\"\n", "#EXT-X-DISCONTINUITY\n",
      "#EXT-X-MEDIA:TYPE=AUDIO,URI=\"a\"\n", "#EXT-X-STREAM-INF:\n",
    ]
  )
  func repetition(piece: String) {
    let count = 100_000 / piece.utf8.count
    use(Array("#EXTM3U\n#EXT-X-START:".utf8) + Array(String(repeating: piece, count: count).utf8))
    use(Array("#EXTM3U\n".utf8) + Array(String(repeating: piece, count: count).utf8))
  }
}
