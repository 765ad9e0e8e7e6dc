import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .enabled(if: Tool.isThere("jq"), "jq is missing: 'make tools' installs it"))
struct ExtractTextTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Makes a log with the payloads of a stream, one per line.
  private let makeLog = """
    id3tap make --minutes 1 -o a.ts
    id3tap extract --nielsen a.ts | jq -r '.tag.frames[0].owner' > payloads
    jq -Rr '"2017-04-06T13:03:0\\(input_line_number)Z id3=" + @uri' payloads > a.log
    """

  @Test("each payload string in a log gives a row with its line, wall clock and time")
  func log() throws {
    let outcome = try shell.run("\(makeLog)\nid3tap extract a.log")
    let payloads = try shell.run("wc -l < payloads").output
    #expect(outcome.errors == "")
    #expect("\(outcome.lines.count)\n" == payloads)
    let first = try #require(outcome.lines.first)
    for words in [
      #""carriage":"text""#, #""line":1,"#, #""offset":25,"#, #""time":0"#,
      #""wallClock":"2017-04-06T13:03:01Z""#, #""version":null,"size":249,"#,
    ] {
      #expect(first.contains(words))
    }
  }

  @Test("--text searches binary data for payloads, and reports a file without a payload")
  func forced() throws {
    let binary = try shell.run(
      "\(makeLog)\n(head -c 5000 /dev/zero; cat payloads) > b; id3tap extract --text b | wc -l"
    )
    #expect(binary.output == (try shell.run("wc -l < payloads").output))
    let none = try shell.run("echo hello > c; id3tap extract --text c")
    #expect(none.status == 0)
    #expect(none.output == "")
    #expect(none.errors.contains("c: no Nielsen payload string found: "))
  }

  @Test("a tag between the frames of packed audio has the time of the frame after it")
  func packedAudio() throws {
    let frame = [0xFF, 0xF1, 0x4C, 0x80, 0x08, 0x1F, 0xFC] + [UInt8](repeating: 0, count: 57)
    var audio = StreamBuilder.tag(0)
    for _ in 0..<47 { audio += frame }
    audio += StreamBuilder.tag(1) + frame
    try Data(audio).write(to: shell.folder.appendingPathComponent("a.ts"))
    let outcome = try shell.run("id3tap extract - < a.ts | jq -c '[.carriage,.offset,.time,.pts]'")
    #expect(
      outcome.output == """
        ["packed-audio",0,0,null]
        ["packed-audio",3279,1.003,null]

        """
    )
  }
}
