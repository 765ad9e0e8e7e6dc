import Testing

@testable import HLS

struct URIQueryTests {
  @Test(
    "parameters are decoded, a name keeps its first value, and a name without = has an empty value"
  )
  func values() {
    let query = URIQuery(of: "http://h/a?x=1&y=a%20b&x=2&flag&%7A=%3D&=3#z=4")
    #expect(query.values == ["x": "1", "y": "a b", "flag": "", "z": "=", "": "3"])
  }

  @Test(
    "an address without a query has no parameters",
    arguments: ["http://h/a", "http://h/a?", "", "#?a=1"]
  )
  func none(uri: String) {
    #expect(URIQuery(of: uri).values.isEmpty)
  }
}
