import NielsenAppApi
import Testing

@testable import Records

@Suite struct PingRowTests {
  private let row = PingRow(
    input: "a.ts",
    index: 3,
    time: 300,
    ping: Ping(
      product: .dtvr,
      type: .duration,
      createTime: 1_491_484_083,
      sendTime: 1_491_484_084,
      endpoint: "/cgi-bin/d",
      parameters: [
        PingParameter(name: "ci", value: "us-000000"),
        PingParameter(name: "ca", value: "FD_pI-X5FFk07770SXf2ZbI6g=="),
        PingParameter(name: "cr", value: "2_00_99_D1_11111_1"),
        PingParameter(name: "c27", value: "cln,300"), PingParameter(name: "dd", value: ""),
      ],
      url: "https://collector.invalid/cgi-bin/d?ci=us-000000"
    )
  )

  private func text(_ format: OutputFormat) -> String {
    var renderer = RowRenderer<PingRow>(format: format)
    var bytes: [UInt8] = []
    renderer.append(row, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a ping is written as the documented record")
  func record() {
    #expect(
      text(.jsonl) == """
        {"input":"a.ts","index":3,"product":"dtvr","type":"duration","time":300.0,\
        "createTime":1491484083,"sendTime":1491484084,"endpoint":"/cgi-bin/d",\
        "url":"https://collector.invalid/cgi-bin/d?ci=us-000000",\
        "parameters":[["ci","us-000000"],["ca","FD_pI-X5FFk07770SXf2ZbI6g=="],\
        ["cr","2_00_99_D1_11111_1"],["c27","cln,300"],["dd",""]]}

        """
    )
  }

  @Test("the table shows the product and the type of a ping only once if they are equal")
  func session() {
    let ping = Ping(
      product: .session,
      type: .session,
      createTime: 0,
      sendTime: 0,
      endpoint: "",
      parameters: [],
      url: ""
    )
    let cells = PingRow(input: "a", index: 0, time: 0, ping: ping).cells
    #expect(cells.compactMap(\.text).filter { $0 == "session" } == ["session"])
  }

  @Test("the URL format of a ping is its URL")
  func url() {
    #expect(text(.url) == "https://collector.invalid/cgi-bin/d?ci=us-000000\n")
  }

  @Test("the CSV of pings has every member of the record")
  func csv() {
    guard case .object(let members) = row.json else {
      Issue.record("the record is no object")
      return
    }
    #expect(PingRow.fields == members.map(\.key))
  }

  @Test("the table shows the credit of a ping")
  func table() {
    #expect(
      text(.table).split(separator: "\n").last?.split(separator: " ").joined(separator: " ")
        == "300.000 dtvr duration 2017-04-06T13:08:03Z 2_00_99_D1_11111_1 "
        + "300 s, FD_pI-X5FFk07770SXf2ZbI6g=="
    )
  }

  @Test("in 80 columns, a ping is one line without the column CREATED")
  func narrow() {
    var renderer = RowRenderer<PingRow>(format: .table, style: TableStyle(width: 80))
    var bytes: [UInt8] = []
    renderer.append(row, to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.count <= 80 && !$0.contains("CREATED") })
    #expect(lines.last?.contains("300 s, FD_") == true)
  }
}
