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
    "a relayed opt-out choice overrides the app's choice, which overrides the stored choice",
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

  @Test("an opt-out choice in the app replaces the relayed one until the sender relays another")
  func latest() throws {
    var viewer = ViewerState()
    viewer.relay(try info([RelayKey.optOut: "1"]))
    #expect(viewer.choice == OptOutChoice(own: nil, relayed: true))
    viewer.choose(false)
    #expect(viewer.choice == OptOutChoice(own: false, relayed: nil))
    // Without a new choice from the sender, the last choice remains.
    viewer.relay(try info(["ottType": "casting"]))
    #expect(viewer.choice == OptOutChoice(own: false, relayed: nil))
    viewer.relay(try info([RelayKey.optOut: "0"]))
    #expect(viewer.choice == OptOutChoice(own: false, relayed: false))
  }

  @Test("the first relay of a sender counts as new, and a repeated relay does not")
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
