import HLS
import Testing

/// EXT-X-KEY (RFC 8216, section 4.3.2.4).
struct KeyTableTests {
  @Test("a key replaces the key of its format, and METHOD=NONE removes all keys")
  func rotation() throws {
    let playlist = try mediaPlaylist(
      """
      #EXTINF:1,
      a
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k1"
      #EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="w1",KEYFORMAT="urn:w",KEYFORMATVERSIONS="1/2"
      #EXTINF:1,
      b
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2"
      #EXTINF:1,
      c
      #EXT-X-KEY:METHOD=NONE
      #EXTINF:1,
      d
      #EXT-X-KEY:METHOD=AES-256-GCM,URI="k3"
      #EXTINF:1,
      e
      """
    )
    #expect(
      playlist.segments.map { $0.keys.map(\.uri) } == [
        [], ["k1", "w1"], ["k2", "w1"], [], ["k3"],
      ]
    )
    let keys = playlist.segments[1].keys
    #expect(keys.map(\.method) == [.sampleAES, .sampleAESCTR])
    #expect(keys.map(\.keyFormat) == ["identity", "urn:w"])
    #expect(keys.map(\.keyFormatVersions) == [nil, "1/2"])
    #expect(playlist.segments[4].keys.map(\.method.name) == ["AES-256-GCM"])
  }

  @Test("the initialization vector is the zero-padded IV, or the media sequence number")
  func initializationVectors() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-MEDIA-SEQUENCE:513
      #EXT-X-KEY:METHOD=AES-128,URI="k"
      #EXTINF:1,
      a
      #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0X000102030405060708090A0B0C0D0e0f
      #EXTINF:1,
      b
      #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x1ff
      #EXTINF:1,
      c
      """
    )
    let vectors = playlist.segments.map { segment in
      segment.keys.first?
        .initializationVector(forMediaSequenceNumber: segment.mediaSequenceNumber)
    }
    let zeros = [UInt8](repeating: 0, count: 14)
    #expect(vectors == [zeros + [2, 1], Array(0...15), zeros + [1, 0xFF]])
  }

  @Test(
    "the largest sequence number fills the last eight bytes of the vector, and -1 counts as 0"
  )
  func extremes() throws {
    let playlist = try mediaPlaylist("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:1,\na\n")
    let key = try #require(playlist.segments.first?.keys.first)
    let zeros = [UInt8](repeating: 0, count: 8)
    #expect(
      key.initializationVector(forMediaSequenceNumber: .max)
        == zeros + [0x7F] + [UInt8](repeating: 255, count: 7)
    )
    #expect(key.initializationVector(forMediaSequenceNumber: -1) == zeros + zeros)
  }
}
