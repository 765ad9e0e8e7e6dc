import Testing

@testable import NielsenAppApi

/// The sequence of calls from the beginning to the end of casting, steps 1 to 13 of "DCR Chromecast
/// iOS SDK", section 5.
@Suite("casting, step by step")
struct CastingSequenceTests {
  static let ottInfo = [
    "ottStatus": "1", "ottType": "casting", "ottDevice": "chromecast",
    "ottDeviceName": "Google ChromeCast", "ottDeviceID": "xxxx-xxxx-xxxx",
    "ottDeviceManufacturer": "Google", "ottDeviceModel": "ChromeCast",
    "ottDeviceVersion": "1.0.0",
  ]
  static let content = [
    "type": "content", "assetid": "film", "program": "p", "title": "t", "length": "600",
  ]

  @Test(
    "the calls of a cast make pings of the sender, then of the receiver, then of the sender again",
    arguments: [false, true]
  )
  func sequence(_ isOptedOut: Bool) throws {
    let sender = Bench()
    let receiver = Bench { $0.random = RandomSource(seed: 7) }
    if isOptedOut { sender.api.userOptOut("nielsenappsdk://1") }
    let mark = isOptedOut ? "true" : ""

    // 1) The video plays on the sender: the standard calls.
    sender.begin(Self.content)
    sender.play(0...20)
    // 2) The cast icon is pressed while playing: end().
    sender.api.end()
    #expect(sender.pings.map(\.type) == [.session, .view, .timer])
    #expect(sender.pings.last?["davty"] == "2")
    #expect(sender.pings.last?["c71"] == nil)
    // 3) The status of the Chromecast.
    sender.api.updateOTT(Self.ottInfo)
    // 4), 5) Opt-out status and demographic id go into the media metadata.
    let relayed = sender.api.receiverMetadata()
    #expect(
      relayed == [
        "kGCKMetadataNlsKeyDeviceID": sender.api.demographicId,
        "kGCKMetadataNlsKeyOptout": isOptedOut ? "true" : "false",
      ]
    )
    // 6) Casting starts: nothing more is called on the sender.
    sender.clear()

    // 7), 8) The receiver gets the metadata and makes an instance.
    let senderMetadata = Self.content.merging(relayed) { $1 }
    let sdk = try #require(
      BrowserSdk(
        appId: Bench.appID,
        instanceName: "ChromeCastInstance",
        options: ["appname": "receiver", "appversion": "1"],
        environment: receiver.environment
      )
    )
    receiver.clear()
    // 9) Metadata, and the values of the sender.
    #expect(sdk.ggPM("loadmetadata", Self.content))
    var ott: [String: Any] = Self.ottInfo
    ott["type"] = "content"
    ott["kGCKMetadataNlsKeyDeviceID"] = senderMetadata["kGCKMetadataNlsKeyDeviceID"]
    ott["kGCKMetadataNlsKeyOptout"] = isOptedOut
    #expect(sdk.ggPM("updateOTT", ott))
    // 10) Playheads every second.
    for second in 0...40 {
      #expect(sdk.ggPM("setPlayheadPosition", Double(second) + 0.4))
      if second < 40 { receiver.elapsed += 1 }
    }
    // 11) Paused: stop. Over: end.
    #expect(sdk.ggPM("stop", 40))
    receiver.elapsed += 30
    #expect(sdk.ggPM("setPlayheadPosition", 41))
    #expect(sdk.ggPM("end", 41))
    #expect(receiver.errors.isEmpty)
    #expect(receiver.pings.map(\.type) == [.session, .view, .timer])
    for ping in receiver.pings {
      #expect(ping["c9"] == "devid,\(sender.api.demographicId)")
      #expect(ping["uoo"] == mark)
    }
    for ping in receiver.pings.dropFirst() {
      #expect(ping["c71"] == "ottflg,1")
      #expect(ping["c72"] == "otttyp,casting")
      #expect(ping["ad"] == "0")
    }
    #expect(receiver.pings.last?["c27"] == "cln,41")

    // 12) Casting is over and playback continues at the sender: a new session.
    sender.elapsed += 120
    sender.api.updateOTT(["ottStatus": "0"])
    sender.begin(Self.content)
    // 13) The calls as usual.
    sender.play(41...60)
    sender.api.end()
    #expect(sender.pings.map(\.type) == [.view, .timer])
    for ping in sender.pings {
      #expect(ping["c71"] == nil)
      #expect(ping["c72"] == nil)
      #expect(ping["uoo"] == mark)
    }
    #expect(sender.pings.last?["c27"] == "cln,19")
  }

  @Test("mirroring starts a new view on the sender in the same session")
  func mirroring() {
    let bench = Bench()
    bench.begin(Self.content)
    bench.play(0...20)
    bench.api.updateOTT(["ottStatus": "1", "ottType": "mirroring", "ottDevice": "appleTV"])
    bench.elapsed += 1
    bench.play(21...40)
    bench.api.end()
    let seen = bench.pings.dropFirst().map {
      "\($0.type) \($0["c27"] ?? "") \($0["davty"] ?? "") \($0["c72"] ?? "-")"
    }
    #expect(
      seen == [
        "view cln,0 0 -", "timer cln,20 1 -", "view cln,0 0 otttyp,mirroring",
        "timer cln,20 2 otttyp,mirroring",
      ]
    )
    #expect(Set(bench.pings.dropFirst().map { $0["c59"] }).count == 1)
  }
}
