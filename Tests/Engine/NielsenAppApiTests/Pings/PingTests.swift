import Formats
import Testing

@testable import NielsenAppApi

@Suite("pings")
struct PingTests {
  @Test("the parameters of a ping are the parameters of its URL, decoded once and in order")
  func parametersAgreeWithURL() {
    let bench = Bench(
      appInfo: ["appid": "P & Q", "appname": "näme, 1/2", "appversion": "100%", "hem_sha256": "ab"]
    ) {
      $0.device.model = "iPhone9,4"
      $0.configuration.products.error = true
      $0.configuration.products.emm = true
    }
    bench.api.play(["channelName": "Ch~1 é"])
    bench.api.loadMetadata(["type": "static", "section": "a&b"])
    bench.api.loadMetadata(["type": "content", "adModel": "1", "assetid": "x y", "title": "ü"])
    bench.api.sendID3("www.nielsen.com/x")
    bench.play(0...300, tag: Bench.everyTen)
    bench.api.end()
    #expect(Set(bench.pings.map(\.product)) == Set(Ping.Product.allCases))
    for ping in bench.pings where ping.product != .emm {
      let query = ping.url.split(separator: "?", maxSplits: 1)[1]
      let seen = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return PingParameter(
          name: String(parts[0]),
          value: PercentEncoding.decode(String(parts[1]))
        )
      }
      #expect(seen == ping.parameters)
      #expect(ping.url.hasPrefix("https://collector.invalid" + ping.endpoint + "?"))
    }
  }

  @Test("items of the diagnostics are percent-encoded separately")
  func diagnostics() {
    let bench = Bench { $0.device.model = "iPhone9,4" }
    #expect(bench.pings[0].url.contains("devmodel,iPhone9%2C4~~"))
    #expect(bench.pings[0]["sdd"]?.contains("devmodel,iPhone9,4~~") ?? false)
  }

  @Test("only the given login ids of valid length are sent, and only in the session ping")
  func loginIDs() {
    let long = String(repeating: "x", count: 301)
    let bench = Bench(appInfo: ["appid": "P", "hem_md5": "0f", "uid2": long, "luid": "me"])
    bench.begin()
    bench.play(0...60, tag: Bench.everyTen)
    bench.api.end()
    let names = bench.pings[0].parameters.map(\.name).filter {
      $0.hasPrefix("hem") || $0 == "uid2" || $0 == "luid"
    }
    #expect(names == ["hem_md5", "luid"])
    #expect(!bench.pings.dropFirst().contains { $0.url.contains("0f&") && $0["hem_md5"] != nil })
  }

  @Test("a ping made of parts returns these parts")
  func parts() {
    let parameters = [PingParameter(name: "a", value: "b")]
    let ping = Ping(
      product: .dtvr,
      type: .view,
      createTime: 1,
      sendTime: 2,
      endpoint: "/x",
      parameters: parameters,
      url: "https://h/x?a=b"
    )
    #expect(ping.parameters == parameters)
    #expect(ping["a"] == "b")
    #expect(ping["c"] == nil)
    #expect(ping.url == "https://h/x?a=b" && ping.createTime == 1 && ping.sendTime == 2)
  }

  @Test("unknown metadata is available as a custom variable")
  func custom() throws {
    let template = try PingTemplate(endpoint: "tsv", notation: "u={custom.mine} rnd={rnd}!")
    let bench = Bench { $0.configuration.pings["tsv"] = template }
    bench.begin(["type": "content", "mine": "a b"])
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.pings.first { $0.product == .tsv }?.url.contains("?u=a%20b&rnd=") ?? false)
  }

  @Test(
    "an endpoint has a scheme, a host and a path",
    arguments: [
      ("https://{host}/cgi-bin/d", "https://h.invalid/cgi-bin/d", "/cgi-bin/d"),
      ("http://{sfcode}.{host}/", "http://us.h.invalid/", "/"),
    ]
  )
  func endpoint(_ pattern: String, _ url: String, _ path: String) {
    let endpoint = Endpoint(pattern, host: "h.invalid", facility: "us")
    #expect(endpoint?.url == url)
    #expect(endpoint?.path == path)
  }

  @Test(
    "a string that is not a URL with a host and a path is not an endpoint",
    arguments: [
      "", "x", "https://", "https:///x", "://h/x", "https://h", "https://{other}/x",
      "https://h/x?y", "https://h /x", "https://hé/x",
    ]
  )
  func noEndpoint(_ pattern: String) {
    #expect(Endpoint(pattern, host: "h", facility: "us") == nil)
  }
}
