import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("waiting pings")
struct QueuedPingTests {
  @Test("the first attempt to send a ping has the ping's original URL")
  func first() throws {
    let ping = try #require(SamplePing.session())
    #expect(QueuedPing(ping, queued: 5000).url(now: 5999) == ping.url)
  }

  @Test(
    "later attempts have a new send time and attempt number but the ping's original create time"
  )
  func later() throws {
    let ping = try #require(SamplePing.session())
    var queued = QueuedPing(ping, queued: 5000)
    queued.attempts = 12
    queued.reason = "http-503"
    let expected = ping.url
      .replacingFirst("c62=sendTime,1699984800", "c62=sendTime,1699984807")
      .replacingFirst("sdd=retry,0~~retryreason,~~", "sdd=retry,12~~retryreason,http-503~~")
    #expect(queued.url(now: 12_500) == expected)
    #expect(expected.contains("c61=createtm,1699984800"))
  }

  @Test("a clock that was set back does not make the send time earlier than the create time")
  func clockSetBack() throws {
    let ping = try #require(SamplePing.session())
    #expect(QueuedPing(ping, queued: 5000).url(now: -1_000_000) == ping.url)
    #expect(QueuedPing(ping, queued: .min).url(now: .max).contains("c61=createtm,1699984800"))
  }
}

extension String {
  func replacingFirst(_ part: String, _ other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return replacingCharacters(in: range, with: other)
  }

  private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
