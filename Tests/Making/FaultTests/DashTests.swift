import Conformance
import Presentation
import StreamMaker
import Testing
import TimedMetadata

/// The same content made as HLS and as DASH.
@Suite("Made DASH presentations")
struct DashTests {
  private func tags(_ options: String) async throws -> [TimedTag] {
    let events = try MadeStream.shared(options).events()
    var tags: [TimedTag] = []
    while let event = try await events.next() {
      if case .tag(let tag) = event { tags.append(tag) }
    }
    return tags
  }

  @Test(
    "a DASH presentation has the tags of fragmented HLS at the same times within 1 ms",
    arguments: [("video/1/video-1", "video"), ("audio/2/audio", "audio")]
  )
  func sameAsHLS(name: String, kind: String) async throws {
    let dash = try await tags("--minutes 2 --dash").filter { $0.rendition == name }
    let all = try await tags("--minutes 2 --hls --cmaf")
      .filter { $0.rendition?.hasPrefix(kind) == true }
    let hls = all.filter { $0.rendition == all.first?.rendition }
    #expect(!dash.isEmpty)
    #expect(dash.map(\.bytes) == hls.map(\.bytes))
    #expect(dash.map(\.pts) == hls.map(\.pts))
    for (one, other) in zip(dash, hls) {
      let time = try #require(one.time) - #require(other.time)
      #expect(abs(time) <= 0.001)
      let wallClock = try #require(one.wallClock) - #require(other.wallClock)
      #expect(abs(wallClock) <= 0.001)
    }
  }

  @Test(
    "a DASH presentation has the same tags at the same times in every carriage",
    arguments: [
      (PresentationOptions.TagCarriage.messagesVersion0, Carriage.emsg),
      (.manifestEvents, .mpdEvent),
    ]
  )
  func carriages(made: PresentationOptions.TagCarriage, found: Carriage) async throws {
    let expected = try await tags("--minutes 2 --dash")
    let all = try await tags("--minutes 2 --dash --dash-tags \(made.rawValue)")
    #expect(all.allSatisfy { $0.carriage == found })
    let renditions = Set(all.map(\.rendition))
    #expect(
      renditions == (made == .manifestEvents ? ["events"] : Set(expected.map(\.rendition)))
    )
    let reference = expected.filter { $0.rendition == "audio/2/audio" }
    #expect(!reference.isEmpty)
    for rendition in renditions {
      let tags = all.filter { $0.rendition == rendition }
      #expect(tags.map(\.bytes) == reference.map(\.bytes), "\(rendition ?? "")")
      for (one, other) in zip(tags, reference) {
        let time = try #require(one.time) - #require(other.time)
        #expect(abs(time) <= 0.001, "\(rendition ?? "")")
      }
    }
  }

  @Test(
    "in every carriage, a DASH presentation declares its tags, and no rendition lacks them",
    arguments: PresentationOptions.TagCarriage.allCases
  )
  func declared(carriage: PresentationOptions.TagCarriage) async throws {
    let report = try await MadeStream.shared("--minutes 2 --dash --dash-tags \(carriage.rawValue)")
      .check()
    #expect(report.tags.data > 0)
    for rule in ["mpd-inband-event", "mpd-inband-value", "emsg-version", "emsg-scheme"] {
      #expect(report[rule].map { $0.state == .fail || $0.state == .warn } == false, "\(rule)")
    }
    #expect(report["hls-rendition-missing-tags"]?.state == .pass)
  }

  @Test("an event that the manifest does not declare is reported by mpd-inband-event")
  func undeclared() async throws {
    let made = try MadeStream.shared("--minutes 2 --dash").changing { name, bytes in
      guard name == "manifest.mpd" else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(text.replacing("https://aomedia.org/emsg/ID3", with: "urn:other").utf8)
    }
    let report = try await made.check()
    #expect(report["mpd-inband-event"]?.state == .fail)
    #expect(
      Set(report.findings.filter { $0.severity == .error }.map(\.rule.rawValue)) == [
        "mpd-inband-event"
      ]
    )
  }

  @Test("players that do not play DASH are not judged, and other players are judged")
  func players() async throws {
    let report = try await MadeStream.shared("--minutes 2 --dash").check {
      $0.players = try PlayerChoice.list("hls.js,shaka,dash.js")
    }
    let verdicts = Dictionary(uniqueKeysWithValues: report.players.map { ($0.player, $0) })
    #expect(verdicts["hls.js"]?.state == .notAssessed)
    #expect(verdicts["hls.js"]?.reasons == ["does not play DASH"])
    #expect(verdicts["Shaka Player"]?.state == .pass)
    #expect(verdicts["dash.js"]?.state != .notAssessed)
  }
}
