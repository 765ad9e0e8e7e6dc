import Testing

@testable import PingAnalysis

@Suite("form bodies built from parameters")
struct FormTextTests {
  @Test("parameters that are already encoded are not changed")
  func encoded() {
    let body = FormText.joining([
      ("prd", "dcr"), ("tl", "Tom%20%26+Jerry"), ("c6", "vc,c01"), ("x", ""),
    ])
    #expect(body == "prd=dcr&tl=Tom%20%26+Jerry&c6=vc,c01&x=")
  }

  @Test(
    "if one parameter is not encoded, all parameters are encoded",
    arguments: ["Tom & Jerry = 100% fun+more\nline=2", "a&b", "å", " ", "\"", "<"]
  )
  func decoded(_ value: String) throws {
    let body = FormText.joining([("prd", "dcr"), ("tl", value), ("sum", "1+1=2"), ("c6", "vc,c01")])
    let request = CapturedRequest(method: "POST", url: "http://h/cgi-bin/gn", body: body)
    let ping = try #require(PingRecognizer.pings(in: request).first)
    #expect(ping["tl"] == value && ping["sum"] == "1+1=2" && ping["c6"] == "vc,c01")
    #expect(PingRecognizer.pings(in: request).count == 1)
  }
}
