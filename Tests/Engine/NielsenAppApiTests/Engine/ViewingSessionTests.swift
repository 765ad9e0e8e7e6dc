import Testing

@testable import NielsenAppApi

@Suite("the viewing session")
struct ViewingSessionTests {
  @Test("the padding of a payload kept during a pause is removed")
  func heldPadding() {
    var session = ViewingSession(channelName: "X", now: 0)
    let payload = SamplePayload.distributorTag(0)
    session.hold(payload + String(repeating: " ", count: 10_000))
    #expect(session.releaseHeldTags() == [payload])
  }
}
