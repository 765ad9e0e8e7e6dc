import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-scheme")
struct EmsgSchemeTests {
  private func run(_ scheme: String, value: String = "") throws -> RuleRun {
    let tag = try MadeTag.inMessage(message: { ($0.scheme, $0.value) = (scheme, value) })
    return try RuleRun(EmsgScheme.id, [tag], media: [.fragmentedMP4])
  }

  @Test(
    "known pairs of scheme and value pass",
    arguments: [
      (EventScheme.aomedia, ""), (EventScheme.aomedia, "0"),
      (EventScheme.aomedia, EventScheme.aomedia), (EventScheme.aomedia, EventScheme.nielsen),
      (EventScheme.nielsen, "1"),
    ]
  )
  func passes(_ scheme: String, _ value: String) throws {
    let run = try run(scheme, value: value)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("in HLS, Nielsen's scheme warns and AOM's scheme passes")
  func inHLS() throws {
    for (scheme, value, state) in [
      (EventScheme.nielsen, "1", RuleResult.State.warn), (EventScheme.aomedia, "", .pass),
    ] {
      let tag = try MadeTag.inMessage(
        tag: { ($0.rendition, $0.segment, $0.mediaSequence) = ("a", "1.m4s", 1) },
        message: { ($0.scheme, $0.value) = (scheme, value) }
      )
      let run = try RuleRun(EmsgScheme.id, [tag], summary: .playlist(of: [.fragmentedMP4]))
      #expect(run.result.state == state)
      guard state == .warn else { continue }
      #expect(
        run.messages == [
          "scheme www.nielsen.com:id3:v1 in HLS: HLS players look for https://aomedia.org/emsg/ID3"
        ]
      )
    }
  }

  @Test("Nielsen's scheme passes in DASH segments")
  func inDASH() throws {
    let tag = try MadeTag.inMessage(
      tag: {
        ($0.rendition, $0.segment, $0.mediaSequence) = ("a", "1.m4s", 1)
        $0.manifestSet = ManifestSet(name: "video#1", period: "1")
      },
      message: { ($0.scheme, $0.value) = (EventScheme.nielsen, "1") }
    )
    let run = try RuleRun(EmsgScheme.id, [tag], summary: .playlist(of: [.fragmentedMP4]))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test(
    "older schemes warn",
    arguments: [
      ("http://www.id3.org/", "tag in scheme http://www.id3.org/: most players ignore it"),
      (
        EventScheme.apple,
        "tag in the older scheme https://developer.apple.com/streaming/emsg-id3: "
          + "few players look for it"
      ),
    ]
  )
  func old(_ scheme: String, _ message: String) throws {
    let run = try run(scheme)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == [message])
    #expect(run.findings.first?.place == Place(time: 8, offset: 8000))
  }

  @Test(
    "an unknown scheme, or an unknown value of a known scheme, fails",
    arguments: [
      ("urn:x", "", "tag in unknown scheme \"urn:x\": most players ignore it"),
      (
        EventScheme.nielsen, "2",
        "value \"2\" with scheme www.nielsen.com:id3:v1, expected \"1\""
      ),
      (
        EventScheme.aomedia, "1",
        "value \"1\" with scheme https://aomedia.org/emsg/ID3, expected \"\""
      ),
    ]
  )
  func unknown(_ scheme: String, _ value: String, _ message: String) throws {
    let run = try run(scheme, value: value)
    #expect(run.result.state == .fail)
    #expect(run.messages == [message])
    #expect(run.findings.first?.severity == .error)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(1.0, true), (0, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tag = try MadeTag.inMessage(message: { $0.scheme = "urn:x" })
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(EmsgScheme.id, [tag], media: [.fragmentedMP4], settings: settings)
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("a file without tags, or a transport stream, is not assessed")
  func notAssessed() throws {
    let id = EmsgScheme.id
    let none = try RuleRun(id, [], media: [.fragmentedMP4])
    #expect(none.result.notAssessed == .noTags)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}
