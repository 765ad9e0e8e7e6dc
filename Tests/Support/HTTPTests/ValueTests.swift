import Testing

@testable import HTTP

@Suite struct ValueTests {
  @Test("header field names are case-insensitive, and repeated fields keep their order")
  func headers() {
    var headers = HTTPHeaders([("A", "1"), ("b-C", "2"), ("a", "3")])
    #expect(headers["a"] == "1")
    #expect(headers["B-c"] == "2")
    #expect(headers["ab"] == nil)
    #expect(headers.remove("a") == ["1", "3"])
    #expect(headers.all.map(\.name) == ["b-C"])
  }

  @Test("waits double up to the maximum, and random jitter extends each wait")
  func backoff() {
    let backoff = Backoff(first: .seconds(1), longest: .seconds(300), jitter: 1...1.5)
    let waits = [1, 2, 9, 10, 1000].map { backoff.wait(after: $0, random: 0) }
    #expect(waits == [.seconds(1), .seconds(2), .seconds(256), .seconds(300), .seconds(300)])
    #expect(backoff.wait(after: 1, random: 0.5) == .milliseconds(1250))
  }
}
