import Testing

@testable import NielsenAppApi

@Suite("the viewer and the device")
struct ViewerStateTests {
  private func info(_ values: [String: String]) throws -> OTTInfo {
    var warnings: [String] = []
    let info = ["ottStatus": "1"].merging(values) { $1 }
    return try OTTInfo.read(CallArgument(info), warnings: &warnings)
  }

  @Test(
    "a sender's choice takes precedence over one in the app, and that over the stored one",
    arguments: [
      (nil, nil, false, false), (nil, nil, true, true), (false, nil, true, false),
      (true, false, true, false), (false, true, false, true),
    ] as [(Bool?, Bool?, Bool, Bool)]
  )
  func choices(own: Bool?, relayed: Bool?, known: Bool, expected: Bool) {
    let choice = OptOutChoice(own: own, relayed: relayed)
    #expect(choice.isOut(otherwise: known) == expected)
    let settled = choice.settled(otherwise: known)
    #expect(settled.isOut(otherwise: !known) == expected)
    #expect(settled.relayed == relayed)
  }

  @Test("a choice in the app replaces what a sender sent, until the sender sends another")
  func latest() throws {
    var viewer = ViewerState()
    viewer.relay(try info([RelayKey.optOut: "1"]))
    #expect(viewer.choice == OptOutChoice(own: nil, relayed: true))
    viewer.choose(false)
    #expect(viewer.choice == OptOutChoice(own: false, relayed: nil))
    // Without a new choice of the sender, the last one remains.
    viewer.relay(try info(["ottType": "casting"]))
    #expect(viewer.choice == OptOutChoice(own: false, relayed: nil))
    viewer.relay(try info([RelayKey.optOut: "0"]))
    #expect(viewer.choice == OptOutChoice(own: false, relayed: false))
  }

  @Test("a repeated relay is not new, but the first one of a sender is")
  func news() throws {
    var viewer = ViewerState()
    let casting = try info(["ottType": "casting"])
    #expect(casting.changesView(after: viewer.ott))
    viewer.ott = casting
    #expect(!casting.changesView(after: viewer.ott))
    #expect(viewer.isNew(relay: casting))
    viewer.relay(casting)
    #expect(!viewer.isNew(relay: casting))
  }
}
