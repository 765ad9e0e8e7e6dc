import Formats
import Testing

@testable import Reports

@Suite struct TrackCoverTests {
  private static let blamed = """
    {"rule":"hls-rendition-missing-tags","severity":"error","time":null,"wallClock":null,\
    "rendition":"video/2","segment":null,"offset":null,"program":null,"pid":null,"message":"none",\
    "remedy":null,"count":1,"lastTime":null}
    """

  private func input(_ state: String, carrier: String, findings: String) throws -> Report {
    let names = ["video/1", "video/2", "audio/a/English"]
    let streams = names.map {
      """
      {"program":null,"pid":null,"rendition":"\($0)","tags":6,"data":\($0 == carrier ? 6 : 0),\
      "info":0,"carriage":null,"verdict":"pass"}
      """
    }
    let strips = names.map {
      """
      {"rendition":"\($0)","program":null,"secondsPerMark":10,\
      "marks":"\($0 == carrier ? "dddddd" : "......")"}
      """
    }
    let rule = """
      {"rule":"hls-rendition-missing-tags","state":"\(state)","found":\(state == "pass" ? 0 : 1),\
      "minimum":null,"maximum":0,"notAssessed":null}
      """
    let line = """
      {"input":"a","verdict":"\(state)","tags":{"data":6,"info":0,"other":0},"duration":60.0,\
      "streams":[\(streams.joined(separator: ","))],"rules":[\(rule)],"findings":[\(findings)],\
      "timelines":[\(strips.joined(separator: ","))]}
      """
    return try Records.report([line])
  }

  @Test("if the audio rendition carries the tags, no tags are missing in the video")
  func audioOnly() throws {
    let report = try input("pass", carrier: "audio/a/English", findings: "")
    let cover = TrackCover(report.inputs[0], results: report.results(of: report.inputs[0]))
    #expect(cover.words == [0: "tags come with audio", 1: "tags come with audio"])
  }

  @Test("audio does not replace the missing tags of a rendition that a finding names")
  func blamed() throws {
    let report = try input("fail", carrier: "video/1", findings: Self.blamed)
    let cover = TrackCover(report.inputs[0], results: report.results(of: report.inputs[0]))
    #expect(cover.words.isEmpty)
  }
}
