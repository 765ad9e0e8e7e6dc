import Foundation
import Playback
import TestSupport
import Testing

@testable import TerminalPlayer

@Suite struct ChannelListTests {
  @Test("a number where the SDK wants a text is reported with its line and its place")
  func notices() {
    let text = """
      {"version": 1, "channels": [{"url": "a", "metadata": {"type": "content",
        "length": 3600}}]}
      """
    let notices = ChannelList.notices(Array(text.utf8))
    #expect(notices.count == 1)
    #expect(notices.first?.hasPrefix("line 2: 'channels[0].metadata.length': is not text") ?? false)
  }

  @Test("a channel needs only a URL: its name is what that ends with, its content is linear")
  func least() throws {
    let list = #"{"version": 1, "channels": [{"url": "https://a.example/b/film.m3u8?key=/1"}]}"#
    let channels = try ChannelList.read(Array(list.utf8))
    #expect(
      channels == [
        PlayerChannel(
          name: "film.m3u8",
          url: "https://a.example/b/film.m3u8?key=/1",
          playhead: nil,
          channelInfo: ["channelName": "film.m3u8"],
          metadata: ["type": "content", "adModel": "1"]
        )
      ]
    )
  }

  @Test("what a channel says is handed to the API as it stands, numbers and truth values as texts")
  func whole() throws {
    let list = """
      { "version": 1, "channels": [ {
        "name": "Film", "url": "film.ts", "playhead": "live", "ads": true,
        "channelInfo": { "channelName": "Films", "mediaURL": "https://a.example/film" },
        "metadata": { "assetid": "f1", "length": 60, "isfullepisode": true, "title": null } } ] }
      """
    let channel = try #require(try ChannelList.read(Array(list.utf8)).first)
    #expect(channel.name == "Film")
    #expect(channel.playhead == .live && channel.ads == true)
    #expect(channel.channelInfo == ["channelName": "Films", "mediaURL": "https://a.example/film"])
    #expect(
      channel.metadata == [
        "type": "content", "assetid": "f1", "length": "60", "isfullepisode": "true",
      ]
    )
  }

  @Test(
    "what is wrong is reported with its line and field",
    arguments: [
      ("", "line 1: the JSON text ends too early"),
      ("[]", "line 1: must be an object: { … }"),
      (
        #"{"version": 2, "channels": []}"#,
        "line 1: 'version': must be 1, the only version there is"
      ),
      (#"{"version": 1}"#, "line 1: 'channels': must list 1 to 1000 channels"),
      (#"{"version": 1, "channels": []}"#, "line 1: 'channels': must list 1 to 1000 channels"),
      (
        "{\"version\": 1, \"channels\": [\n{\"name\": \"a\"}]}",
        "line 2: 'channels[0].url': is missing"
      ),
      (
        "{\"version\": 1, \"channels\": [{\"url\": \"a\",\n\"nmae\": \"b\"}]}",
        "line 2: 'channels[0].nmae': is not known here: there are 'ads', 'channelInfo', 'metadata', "
          + "'name', 'playhead', 'url'"
      ),
      (
        #"{"version": 1, "channels": [{"url": "a", "playhead": "both"}]}"#,
        #"line 1: 'channels[0].playhead': must be one of "vod", "live""#
      ),
      (
        #"{"version": 1, "channels": [{"url": "a", "metadata": {"title": []}}]}"#,
        "line 1: 'channels[0].metadata.title': must be a text or a number"
      ),
      (
        #"{"version": 1, "channels": [{"url": "a"}],}"#,
        "line 1: a name in quotes is expected"
      ),
    ]
  )
  func wrong(text: String, message: String) {
    let error = #expect(throws: ScenarioError.self) { try ChannelList.read(Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test("a list that is too large is refused before it is read")
  func large() {
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: ChannelList.sizeLimit + 1)
    let error = #expect(throws: ScenarioError.self) { try ChannelList.read(bytes) }
    #expect(error?.description == "line 1: the list is larger than 1048576 bytes")
  }

  @Test("the sample list is one, and its streams are there")
  func sample() throws {
    let folder = Corpus.packageRoot.appendingPathComponent("SampleStreams")
    let bytes = try Data(contentsOf: folder.appendingPathComponent("channels.json"))
    let channels = try ChannelList.read(Array(bytes))
    #expect(channels.count > 2)
    for channel in channels {
      let file = folder.appendingPathComponent(channel.url)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(channel.url)")
    }
  }
}
