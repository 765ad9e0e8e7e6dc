import HLS
import Testing

struct MediaPlaylistReferenceTests {
  @Test(
    "the list of media playlists has variants first, then renditions with a URI, each address once"
  )
  func order() throws {
    let playlist = try multivariantPlaylist(
      """
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",URI="../audio/en.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="hi",NAME="English",URI="../audio/en.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="In the variant"
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",URI="subs.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=5200000,RESOLUTION=1920x1080,AUDIO="aac",SUBTITLES="subs"
      hi.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=5300000,RESOLUTION=1920x1080,AUDIO="hi"
      ./hi.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=1200000,AUDIO="aac"
      lo.m3u8
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="iframes.m3u8"
      """
    )
    let references = playlist.mediaPlaylists
    #expect(
      references.map(\.name) == [
        "video/5200000", "video/1200000", "audio/aac/English", "subtitles/subs/English",
      ]
    )
    #expect(
      references.map(\.uri) == [
        "https://example.com/live/hi.m3u8", "https://example.com/live/lo.m3u8",
        "https://example.com/audio/en.m3u8", "https://example.com/live/subs.m3u8",
      ]
    )
    #expect(
      references.map { $0.variants.map(\.bandwidth) } == [
        [5_200_000, 5_300_000], [1_200_000], [], [],
      ]
    )
    #expect(references.map { $0.renditions.map(\.groupID) } == [[], [], ["aac", "hi"], ["subs"]])
    #expect(playlist.iFramePlaylists.map(\.name) == ["iframe/video/100"])
    #expect(playlist.iFramePlaylists.map(\.uri) == ["https://example.com/live/iframes.m3u8"])
  }

  @Test("equal names get the resolution appended, and then a number, until they are unique")
  func uniqueNames() throws {
    let (playlist, _) = try multivariantReading(
      """
      #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360
      a
      #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=320x180
      b
      #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=320x180
      c
      #EXT-X-STREAM-INF:BANDWIDTH=1
      d
      #EXT-X-STREAM-INF:BANDWIDTH=1
      e
      #EXT-X-STREAM-INF:NAME="x"
      f
      #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1x1,CODECS="mp4a.40.2"
      g
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="1",NAME="1x1",URI="h"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="1",NAME="1x1",URI="i"
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="1",NAME="640x360",URI="j"
      """
    )
    let names = playlist.mediaPlaylists.map(\.name)
    #expect(
      names == [
        "video/1/640x360#2", "video/1/320x180", "video/1/320x180#2", "video/1", "video/1#2",
        "video/unknown", "video/1/1x1", "audio/1/1x1", "audio/1/1x1#2", "video/1/640x360",
      ]
    )
    #expect(Set(names).count == names.count)
  }

  @Test(
    "the name of a variant without video starts with audio",
    arguments: [
      ("CODECS=\"mp4a.40.2\"", true), ("CODECS=\"mp4a.40.5,ec-3\"", true),
      ("CODECS=\"avc1.64002a,mp4a.40.2\"", false), ("NAME=\"audio\"", false),
      ("CODECS=\"\"", false),
      ("CODECS=\"mp4a.40.2\",RESOLUTION=640x360", false),
    ]
  )
  func audioOnly(attributes: String, isAudioOnly: Bool) throws {
    let playlist = try multivariantPlaylist("#EXT-X-STREAM-INF:BANDWIDTH=64000,\(attributes)\na\n")
    #expect(playlist.variants.map(\.isAudioOnly) == [isAudioOnly])
    let kind = isAudioOnly ? "audio" : "video"
    #expect(playlist.mediaPlaylists.map(\.name) == ["\(kind)/64000"])
  }
}
