import Foundation
import TimedMetadata

@testable import PingAnalysis

/// The same ping in every supported capture format.
enum SampleCaptures {
  static let query = "prd=session&c9=devid,&c13=asid,P1&c61=createtm,1700000000"
  static let url = "http://127.0.0.1:8977/cgi-bin/gn?" + query

  /// The captures by format. Each has the ping ``url`` once, and another request.
  static let all: [(name: String, text: String)] = [
    ("URLs", "# list\nhttp://127.0.0.1/other?x=1\n\(url)\n"),
    (
      "rows of pings",
      #"{"input":"a.ts","index":0,"url":"\#(url)","parameters":[["a","b"]]}"# + "\n"
        + #"{"input":"a.ts","index":1,"url":"http://127.0.0.1/"}"# + "\n"
    ),
    ("an array of rows", #"[{"url":"http:\/\/127.0.0.1/"},{"url":"\#(url)"}]"#),
    (
      "HAR",
      """
      {"log":{"version":"1.2","creator":{"name":"a","version":"1"},"pages":[],"entries":[
      {"startedDateTime":"2023-11-14T22:13:20.500Z","time":1,
       "request":{"method":"GET","url":"\(url)","headers":[{"name":"a","value":"b"}]},
       "response":{"status":200,"content":{"size":1,"text":"\\u0041\\ud83d\\ude00\\n"}}},
      {"startedDateTime":"2023-11-14T22:13:21Z","request":{"method":"GET","url":"http://127.0.0.1/"}}]}}
      """
    ),
    (
      "a Charles JSON session",
      """
      [{"status":"COMPLETE","method":"GET","protocolVersion":"HTTP/1.1","scheme":"http",
        "host":"127.0.0.1","port":8977,"actualPort":8977,"path":"/cgi-bin/gn","query":"\(query)",
        "tunnel":false,"times":{"start":"2023-11-14T22:13:20.500+00:00"},
        "request":{"sizes":{"headers":1,"body":0}},"response":{"status":200}},
       {"method":"CONNECT","host":"127.0.0.1","path":null,"tunnel":true}]
      """
    ),
    (
      "a Charles CSV session",
      "URL,Status,Response Code,Protocol,Method,Request Start Time\r\n"
        + "http://127.0.0.1/,COMPLETE,200,HTTP/1.1,GET,2023-11-14T22:13:20Z\r\n"
        + "\"\(url)\",COMPLETE,200,HTTP/1.1,GET,2023-11-14T22:13:20Z\r\n"
    ),
    (
      "a Charles CSV session without quotes",
      "URL,Status,Response Code,Protocol,Method\n\(url),COMPLETE,200,HTTP/1.1,GET\n"
    ),
    (
      "an access log",
      "127.0.0.1 - - [14/Nov/2023:22:13:20 +0000] \"GET / HTTP/1.1\" 200 1 \"-\" \"a\"\n"
        + "127.0.0.1 - - [14/Nov/2023:22:13:20 +0000] "
        + "\"GET /cgi-bin/gn?\(query) HTTP/1.1\" 200 43 \"-\" \"Mozilla \\x22x\\x22\"\n"
    ),
    ("another log", "2023-11-14T22:13:20Z sending <\(url)> now\n"),
  ]

  /// The pings in a capture that is read in pieces. Nil if the bytes are not a capture.
  static func pings(in bytes: [UInt8], pieceSize: Int = .max) throws -> [SentPing]? {
    var head: [UInt8] = []
    let source = MemorySource(bytes, pieceSize: pieceSize)
    guard let reader = try CaptureReader.detect(source, head: &head) else { return nil }
    var pings: [SentPing] = []
    try reader.forEachExchange { pings += PingRecognizer.pings(in: $0.request) }
    return pings
  }
}
