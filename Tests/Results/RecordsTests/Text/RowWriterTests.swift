import TestSupport
import Testing

@testable import Records

@Suite struct RowWriterTests {
  @Test("a writer writes rows between the beginning and the end of the format")
  func rows() throws {
    let folder = try TemporaryFolder()
    let writer = RowWriter<SampleRow>(
      format: .json,
      style: TableStyle(),
      destination: try .file("\(folder.path)/a"),
      isPrompt: true
    )
    try writer.write(SampleRow())
    try writer.write(SampleRow())
    try writer.finish()
    let object = #"{"input":"a.ts","time":1.5,"tag":{"kind":"data","list":[1,null]}}"#
    #expect(folder.content(of: "a") == "[\n\(object),\n\(object)\n]\n")
  }
}
