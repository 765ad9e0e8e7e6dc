import NielsenAppApi
import Playback
import Records
import Synchronization
import Testing
import TimedMetadata

@testable import TerminalPlayer

/// The calls of the engine for a viewer's actions. The times are seconds since the start of the player.
@Suite struct PlayerSessionTests {
  private static let begin = [
    "play channelName=One", "loadMetadata adModel=1 type=content",
  ]

  @Test("playing reports play, metadata, each second, and each tag in its second")
  func play() throws {
    let player = try SamplePlayer()
    try player.run("p wait 10")
    #expect(
      player.calls == [
        "0.0 init appid=P00000000-0000-0000-0000-000000000000 appname=id3tap appversion=1.0",
        "0.0 updateOTT ottStatus=0", "0.0 play channelName=One",
        "0.0 loadMetadata adModel=1 type=content", "0.0 playheadPosition 0", "0.0 sendID3 249",
      ] + (1...10).map { "\(Double($0)) playheadPosition \($0)" }
        + ["10.0 sendID3 249", "10.0 stop", "10.0 end", "10.0 close"]
    )
    #expect(player.pings.first == "session session")
    #expect(player.pings.contains("dtvr impression"))
  }

  @Test("a pause stops the playhead; it goes on with what was left of the second")
  func pause() throws {
    let player = try SamplePlayer()
    try player.run("p wait 1.4 p wait 100 p wait 0.6 p")
    #expect(
      player.calls.dropFirst(6) == [
        "1.0 playheadPosition 1", "1.4 stop", "101.4 play channelName=One",
        "101.4 loadMetadata adModel=1 type=content", "102.0 playheadPosition 2", "102.0 stop",
        "102.0 end", "102.0 close",
      ]
    )
  }

  @Test("a seek goes on at the new second at once; tags between are not sent, tags behind again")
  func seek() throws {
    let player = try SamplePlayer()
    try player.run("p wait 1 right*2 wait 1 left*2")
    #expect(
      player.calls.dropFirst(6) == [
        "1.0 playheadPosition 1", "1.0 playheadPosition 11", "1.0 playheadPosition 21",
        "2.0 playheadPosition 22", "2.0 playheadPosition 12", "2.0 playheadPosition 2",
        "2.0 stop", "2.0 end", "2.0 close",
      ]
    )
    let again = try SamplePlayer()
    try again.run("p wait 1 seek 0")
    #expect(
      again.calls.filter { $0.hasSuffix("sendID3 249") } == ["0.0 sendID3 249", "1.0 sendID3 249"]
    )
  }

  @Test("a seek while paused moves the playhead and reports nothing")
  func seekWhilePaused() throws {
    let player = try SamplePlayer()
    try player.run("p wait 1 p right wait 5 p")
    #expect(
      player.calls.dropFirst(7) == [
        "1.0 stop", "6.0 play channelName=One", "6.0 loadMetadata adModel=1 type=content",
        "6.0 playheadPosition 11", "6.0 stop", "6.0 end", "6.0 close",
      ]
    )
  }

  @Test("a seek leads neither before the start nor behind the end, where playing ends")
  func seekBounds() throws {
    let player = try SamplePlayer()
    try player.run("p left seek 9000 wait 1")
    #expect(
      player.calls.dropFirst(6) == [
        "0.0 playheadPosition 0", "0.0 sendID3 249", "0.0 playheadPosition 710", "0.0 sendID3 249",
        "0.0 end", "1.0 close",
      ]
    )
  }

  @Test("the end of the stream ends it; played again it begins from the start")
  func end() throws {
    let player = try SamplePlayer { _ in
    } stream: { _ in
      SampleStream(tags: 1)
    }
    try player.run("p wait 5 p wait 5")
    #expect(
      player.calls.dropFirst(2) == [
        "0.0 play channelName=One", "0.0 loadMetadata adModel=1 type=content",
        "0.0 playheadPosition 0", "0.0 sendID3 249", "0.0 end", "5.0 play channelName=One",
        "5.0 loadMetadata adModel=1 type=content", "5.0 playheadPosition 0", "5.0 sendID3 249",
        "5.0 end", "10.0 close",
      ]
    )
    #expect(player.session.phase == .stopped)
  }

  @Test("after the end a seek back leads to a pause there")
  func seekAfterEnd() throws {
    let player = try SamplePlayer { _ in
    } stream: { _ in
      SampleStream(tags: 2)
    }
    try player.run("p wait end left p")
    #expect(
      player.calls.suffix(8) == [
        "10.0 end", "10.0 play channelName=One", "10.0 loadMetadata adModel=1 type=content",
        "10.0 playheadPosition 0", "10.0 sendID3 249", "10.0 stop", "10.0 end", "10.0 close",
      ]
    )
  }

  @Test("stop ends the viewing session, and playing begins from the start")
  func stop() throws {
    let player = try SamplePlayer()
    try player.run("p wait 1 s s wait 1 p")
    #expect(
      player.calls.dropFirst(6) == [
        "1.0 playheadPosition 1", "1.0 stop", "1.0 end", "2.0 play channelName=One",
        "2.0 loadMetadata adModel=1 type=content", "2.0 playheadPosition 0", "2.0 sendID3 249",
        "2.0 stop", "2.0 end", "2.0 close",
      ]
    )
  }

  @Test("another channel is played at once where one was playing, and only chosen where none was")
  func channels() throws {
    let channels = ["One", "Two", "Three"].map { (name: String) in
      PlayerChannel(name: name, url: "\(name).log")
    }
    let player = try SamplePlayer(channels: channels)
    try player.run("up p wait 1 down p down 2")
    #expect(
      player.calls.dropFirst(2) == [
        "0.0 play channelName=Three", "0.0 loadMetadata adModel=1 type=content",
        "0.0 playheadPosition 0", "0.0 sendID3 249", "1.0 playheadPosition 1", "1.0 stop",
        "1.0 end", "1.0 play channelName=One", "1.0 loadMetadata adModel=1 type=content",
        "1.0 playheadPosition 0", "1.0 sendID3 249", "1.0 stop", "1.0 end", "1.0 close",
      ]
    )
    #expect(player.session.channelIndex == 1)
    let inputs = player.session.log.entries.map(\.input)
    #expect(inputs.first == "One.log" && inputs.last == "Two.log")
  }

  @Test("live playheads are times of the day, which after a pause lag behind it")
  func live() throws {
    let channel = PlayerChannel(name: "One", url: "a", playhead: .live)
    let player = try SamplePlayer(channels: [channel])
    try player.run("wait 50 p wait 1 p wait 9 p wait 1 right")
    let playheads = player.calls.filter { $0.contains("playheadPosition") }
    #expect(
      playheads == [
        "50.0 playheadPosition 1699984850", "51.0 playheadPosition 1699984851",
        "61.0 playheadPosition 1699984852", "61.0 playheadPosition 1699984862",
      ]
    )
  }

  @Test("opting out ends the viewing session, and a new one begins; closing the page makes no call")
  func optOut() throws {
    let player = try SamplePlayer()
    try player.run("p o esc o 1 wait 1 o 0")
    #expect(
      player.calls.dropFirst(6) == [
        "0.0 userOptOut nielsenappsdk://1 = true",
        "0.0 play channelName=One", "0.0 loadMetadata adModel=1 type=content",
        "1.0 playheadPosition 1", "1.0 userOptOut nielsenappsdk://0 = true", "1.0 stop", "1.0 end",
        "1.0 close",
      ]
    )
  }

  @Test("AirPlay is passed on when it begins and ends, and playing goes on")
  func airPlay() throws {
    let player = try SamplePlayer()
    try player.run("p a wait 1 a")
    #expect(
      player.calls.dropFirst(6) == [
        "0.0 updateOTT ottDevice=appleTV ottDeviceID=DC:56:E7:53:72:85-airplay "
          + "ottDeviceModel=Apple TV ottStatus=1 ottType=airplay",
        "1.0 playheadPosition 1", "1.0 updateOTT ottStatus=0", "1.0 stop", "1.0 end", "1.0 close",
      ]
    )
  }

  @Test(
    "a cast ends the viewing session here, informs the receiver, and comes back where it has got to"
  )
  func cast() throws {
    let player = try SamplePlayer()
    try player.run("p wait 1 c wait 5 p wait 5 p wait 1 c wait 1")
    let calls = player.calls.dropFirst(6)
    #expect(calls.prefix(2) == ["1.0 playheadPosition 1", "1.0 end"])
    let device = player.session.log.entries.lazy.compactMap { entry -> String? in
      guard case .call("receiverMetadata", _, let result) = entry.content else { return nil }
      return result?["kGCKMetadataNlsKeyDeviceID"]?.stringValue
    }.first
    #expect(device?.count == 64)
    #expect(calls.contains { $0.hasPrefix("1.0 updateOTT ottDevice=chromecast") })
    #expect(
      calls.suffix(7) == [
        "12.0 updateOTT ottStatus=0", "12.0 play channelName=One",
        "12.0 loadMetadata adModel=1 type=content", "13.0 playheadPosition 8", "13.0 stop",
        "13.0 end", "13.0 close",
      ]
    )
  }

  @Test("picture in picture loads the metadata again with pipMode, on and off")
  func pictureInPicture() throws {
    let player = try SamplePlayer()
    try player.run("p v wait 1 v wait 1 v p p")
    let loads = player.calls.filter { $0.contains("loadMetadata") }.dropFirst()
    #expect(
      loads.map { String($0.drop { $0 != " " }.dropFirst()) } == [
        "loadMetadata adModel=1 pipMode=true type=content",
        "loadMetadata adModel=1 pipMode=false type=content",
        "loadMetadata adModel=1 pipMode=true type=content",
        "loadMetadata adModel=1 pipMode=true type=content",
      ]
    )
  }

  @Test("during a cast the receiver makes the pings, marked, for the same user")
  func receiver() throws {
    let metadata = ["type": "content", "assetid": "film"]
    let player = try SamplePlayer(
      channels: [PlayerChannel(name: "One", url: "one", metadata: metadata)]
    )
    try player.run("p wait 10 c wait 40 c wait 10")
    let rows = player.session.log.entries.compactMap { entry -> PingRow? in
      if case .ping(let row) = entry.content { row } else { nil }
    }
    let received = rows.filter { $0.input == "one (receiver)" }.map(\.ping)
    let dcr = received.filter { $0.product == .dcr }
    #expect(
      dcr.map { "\($0.type) \($0["c27"] ?? "") \($0["davty"] ?? "")" } == [
        "view cln,0 0", "timer cln,39 2",
      ]
    )
    #expect(dcr.allSatisfy { $0["c71"] == "ottflg,1" && $0["ad"] == "0" })
    #expect(
      Set(dcr.map { $0["c9"] })
        == Set(rows.filter { $0.input == "one" && $0.ping.product == .dcr }.map { $0.ping["c9"] })
    )
    #expect(received.contains { $0.product == .dtvr })
  }

  @Test("a stream that cannot be opened is reported, and the engine hears nothing of it")
  func failure() throws {
    let failure = TimedMetadataError(.cannotOpen, input: "a", reason: "no such file", remedy: "b")
    let heard = Mutex<[String]>([])
    let player = try SamplePlayer {
      $0.onFailure = { error in heard.withLock { $0.append("\(error)") } }
    } stream: { _ in
      SampleStream(failure: failure)
    }
    try player.run("p wait 1 p wait 1")
    #expect(player.calls.count == 3)
    #expect(player.session.failureCount == 2)
    #expect(heard.withLock { $0 } == ["\(failure)", "\(failure)"])
    #expect(
      player.session.log.entries.contains {
        if case .note(failure.description) = $0.content { true } else { false }
      }
    )
  }

  @Test("the same script gives the same log, byte for byte")
  func deterministic() throws {
    func log() throws -> [UInt8] {
      let player = try SamplePlayer()
      try player.run("p wait 100 right*9 wait 200 p wait 60 p a wait 30 o 1 wait 20 left wait end")
      var bytes: [UInt8] = []
      player.session.log.append(to: &bytes)
      return bytes
    }
    let first = try log()
    #expect(try log() == first)
    #expect(first.count > 100_000)
  }

  @Test("while nothing is played time passes for the engine: a long pause ends the viewing session")
  func pauseTimeout() throws {
    let player = try SamplePlayer()
    try player.run("p wait 60 p wait 1799 x wait 2")
    #expect(player.pings.contains("dtvr duration"))
  }

  @Test("the app in the background stops, and comes back where it was")
  func background() throws {
    let player = try SamplePlayer()
    player.session.play()
    player.session.goToBackground()
    player.clock.set(milliseconds: player.clock.milliseconds + 100_000)
    player.session.comeToForeground()
    player.clock.set(milliseconds: player.clock.milliseconds + 1000)
    player.session.advance()
    #expect(
      player.calls.dropFirst(6) == [
        "0.0 stop", "100.0 updateOTT ottStatus=0", "100.0 play channelName=One",
        "100.0 loadMetadata adModel=1 type=content",
        "101.0 playheadPosition 1",
      ]
    )
  }
}

/// Channels of audio.
@Suite struct RadioChannelTests {
  private static func player(measuresAudio: Bool) throws -> SamplePlayer {
    try SamplePlayer(
      channels: [
        PlayerChannel(name: "One", url: "one", metadata: ["type": "radio", "assetid": "WWWW-FM"])
      ]
    ) { $0.playback.configuration.products.audio = measuresAudio }
  }

  @Test("that audio is not measured is in the log once, and not where it is measured")
  func reported() throws {
    for measuresAudio in [false, true] {
      let player = try Self.player(measuresAudio: measuresAudio)
      try player.run("p wait 1")
      let lines = player.session.log.entries.filter { entry in
        if case .note(let text) = entry.content { text.contains("is not measured") } else { false }
      }
      #expect(lines.count == (measuresAudio ? 0 : 1))
      #expect(player.pings.contains("dcr view") == measuresAudio)
    }
  }

  @Test("seed #248: in the background it plays on")
  func background() throws {
    let player = try Self.player(measuresAudio: true)
    player.session.play()
    player.session.goToBackground()
    #expect(!player.calls.contains { $0.hasSuffix(" stop") })
    player.session.comeToForeground()
    #expect(player.calls.last?.hasSuffix("updateOTT ottStatus=0") ?? false)
  }
}
