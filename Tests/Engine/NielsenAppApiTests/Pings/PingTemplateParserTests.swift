import Testing

@testable import NielsenAppApi

@Suite("ping templates")
struct PingTemplateParserTests {
  @Test("the name, key, source and marks of template entries are parsed")
  func entries() throws {
    let entries = try PingTemplateParser.parse(
      """
       1  ci={ci}! c8=devgrp,{deviceGroup}
       3  st="mtvr" c71=ottflg,{ottStatus}? ca={ca}!^ sdd={diagnostics}* x=""
      """
    )
    #expect(
      entries == [
        PingTemplateEntry(
          name: "ci",
          key: nil,
          source: .variable(.named(.ci)),
          isRequired: true
        ),
        PingTemplateEntry(
          name: "c8",
          key: "devgrp",
          source: .variable(.named(.deviceGroup))
        ),
        PingTemplateEntry(name: "st", key: nil, source: .literal("mtvr")),
        PingTemplateEntry(
          name: "c71",
          key: "ottflg",
          source: .variable(.named(.ottStatus)),
          isLeftOutWhenEmpty: true
        ),
        PingTemplateEntry(
          name: "ca",
          key: nil,
          source: .variable(.named(.ca)),
          isRequired: true,
          encoding: .minimal
        ),
        PingTemplateEntry(
          name: "sdd",
          key: nil,
          source: .variable(.named(.diagnostics)),
          encoding: .none
        ),
        PingTemplateEntry(name: "x", key: nil, source: .literal("")),
      ]
    )
  }

  @Test(
    "an invalid ping template is rejected",
    arguments: [
      "ci", "=x", "ci=", "ci={ci", "ci={nothing}", "ci={custom.}", "st=\"x", "ci={ci}x",
      "ci=key{ci}", "2 ci={ci}", "c i={ci}", "c&i={ci}", "ci=a&b,{ci}", "ci=,{ci}", "é={ci}",
    ]
  )
  func broken(_ notation: String) {
    #expect(throws: EngineConfigurationError.self) { try PingTemplateParser.parse(notation) }
  }

  @Test(
    "each embedded template has its number of entries, a known endpoint, and rnd at the end",
    arguments: [
      ("session", 23), ("dtvr", 53), ("dtvr.aqh", 52), ("id3", 34), ("tsv", 8), ("error", 14),
      ("dcr", 101), ("static", 52),
    ]
  )
  func embedded(_ name: String, _ count: Int) throws {
    let template = try #require(PingTemplate.standard[name])
    let entries = template.entries
    #expect(entries.count == count)
    #expect(Set(entries.map(\.name)).count == count)
    #expect(EngineConfiguration().endpoints[template.endpoint] != nil)
    #expect(entries.last?.name == "rnd")
  }

  @Test("every kind of ping has a template")
  func names() {
    #expect(Set(PingTemplate.standard.keys) == Set(PingName.allCases.map(\.rawValue)))
  }

  @Test("the quarter-hour ping is the DTVR ping without c15 and c27 and with aqhflg after vn")
  func quarterHour() throws {
    var expected = PingTemplate.standard["dtvr"]?.entries ?? []
    expected.removeAll { $0.name == "c15" || $0.name == "c27" }
    let place = try #require(expected.firstIndex { $0.name == "vn" })
    expected.insert(
      PingTemplateEntry(name: "aqhflg", key: nil, source: .literal("1")),
      at: place + 1
    )
    let seen = PingTemplate.standard["dtvr.aqh"]?.entries ?? []
    #expect(seen == expected)
  }
}
