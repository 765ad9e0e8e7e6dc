import Testing

@testable import StreamMaker

@Suite struct RequestedRangeTests {
  @Test(
    "a single byte range is parsed (RFC 9110, 14.1.2)",
    arguments: [
      ("bytes=0-9", 0..<10), ("bytes=90-", 90..<100), ("bytes=-10", 90..<100),
      ("bytes=-1000", 0..<100), ("bytes=99-99", 99..<100), ("bytes=50-1000", 50..<100),
      ("Bytes= 5-7", 5..<8), ("bytes=0-99999999999999999999999", 0..<100),
    ]
  )
  func parts(header: String, range: Range<Int>) {
    #expect(RequestedRange(header: header, size: 100) == .part(range))
  }

  @Test(
    "a header that is not a single range asks for the whole file",
    arguments: [
      nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=9-1", "bytes=0-1,5-6", "items=0-1",
      "bytes=--5", "bytes=1-2-3", "bytes=+1-2",
    ]
  )
  func whole(header: String?) {
    #expect(RequestedRange(header: header, size: 100) == .whole)
  }

  @Test(
    "a range after the end of the file cannot be satisfied",
    arguments: [("bytes=100-", 100), ("bytes=-0", 100), ("bytes=0-", 0), ("bytes=-5", 0)]
  )
  func unsatisfiable(header: String, size: Int) {
    #expect(RequestedRange(header: header, size: size) == .unsatisfiable)
  }
}
