import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest

/// 2026-01-01T00:00:00Z, when the sample channel starts.
private let midnight: Int64 = 1_767_225_600

@Suite("server clocks of dynamic manifests")
struct ManifestClockTests {
  private static func timing(_ kind: String, _ value: String) -> String {
    "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:\(kind):2014\" value=\"\(value)\"/>"
  }

  private static func manifest(_ timing: String) -> String {
    Sample.manifest(
      periods: ["<Period id=\"p\" start=\"PT0S\">\(Sample.set())</Period>", timing],
      attributes: """
        type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" minimumUpdatePeriod="PT2S"
        """
    )
  }

  private static let iso = "urn:mpeg:dash:utc:http-iso:2014"
  private static let unread = "UTCTiming \(iso) returns no usable time"

  /// The UTCTiming of a manifest, and the seconds by which the Date of its response is ahead of this machine's clock.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var timing = ""
    var lead: Int64?
    /// The number of available segments of two seconds.
    var count: Int
    var notes: [String] = []
  }

  @Test(
    "exactly the segments that are available by the server's clock are listed",
    arguments: [
      Case(testDescription: "the response has no Date", count: 19),
      Case(testDescription: "Date equals this machine's time", lead: 0, count: 19),
      Case(testDescription: "Date a second ahead", lead: 1, count: 19),
      Case(testDescription: "Date a second behind", lead: -1, count: 19),
      Case(
        testDescription: "Date two seconds ahead",
        lead: 2,
        count: 20,
        notes: [
          "no UTCTiming: the Date of the server's response is used, 2 s ahead of the clock of this machine"
        ]
      ),
      Case(
        testDescription: "Date 30 seconds ahead",
        lead: 30,
        count: 34,
        notes: [
          "no UTCTiming: the Date of the server's response is used, 30 s ahead of the clock of this machine"
        ]
      ),
      Case(
        testDescription: "Date 30 seconds behind",
        lead: -30,
        count: 4,
        notes: [
          "no UTCTiming: the Date of the server's response is used, 30 s behind the clock of this machine"
        ]
      ),
      Case(
        testDescription: "UTCTiming takes precedence over Date",
        timing: timing("direct", "2026-01-01T00:00:11Z"),
        lead: 30,
        count: 5
      ),
      Case(
        testDescription: "http-xsdate takes precedence over Date",
        timing: timing("http-xsdate", "https://test/xsdate"),
        lead: 30,
        count: 10
      ),
      Case(
        testDescription: "http-head takes precedence over the Date of the manifest",
        timing: timing("http-head", "https://test/head"),
        lead: 30,
        count: 5
      ),
      Case(
        testDescription: "UTCTiming fails, and Date is used",
        timing: timing("http-iso", "https://test/missing"),
        lead: 30,
        count: 34,
        notes: [
          "\(unread): the Date of the server's response is used, 30 s ahead of the clock of this machine"
        ]
      ),
      Case(
        testDescription: "UTCTiming fails, and there is no Date",
        timing: timing("http-iso", "https://test/missing"),
        count: 19,
        notes: ["\(unread): the clock of this machine is used"]
      ),
    ]
  )
  func opening(_ test: Case) async throws {
    let answers = [
      "https://test/head": [MemoryLoader.Answer.bytes([])],
      "https://test/xsdate": [.bytes(Array("2026-01-01T00:00:21Z".utf8))],
    ]
    let loader = MemoryLoader(answers: answers, date: midnight + 11)
    let now = Double(midnight + 39)
    var access = PlaylistAccess(url: Sample.url, loader: loader)
    access.clock = TestClock(begin: now)
    access.answerDate = test.lead.map { AnswerDate(date: midnight + 39 + $0, received: now) }
    let text = Array(Self.manifest(test.timing).utf8)
    let outcome = await (try ManifestDocument(text, name: "live.mpd", access: access)).list()
    #expect(outcome.segments.map { $0.map(\.uri) } == [(0..<test.count).map { "s\($0).m4s" }])
    #expect(outcome.notes.map(\.detail) == test.notes)
  }

  /// The seconds by which Date is ahead of this machine's clock in the first response and in later responses.
  struct Reload: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var timing = ""
    var first: Int64?
    var later: Int64?
    /// The expected number of segments that are read.
    var count: Int
    /// The expected number of notes about the chosen clock.
    var noteCount: Int
  }

  @Test(
    "a later Date that clearly differs from the clock in use replaces that clock",
    arguments: [
      Reload(testDescription: "no response has a Date", count: 4, noteCount: 0),
      Reload(
        testDescription: "all Dates are within a second of this machine's time",
        first: 0,
        later: 1,
        count: 4,
        noteCount: 0
      ),
      Reload(
        testDescription: "only later responses have a Date",
        later: 30,
        count: 19,
        noteCount: 1
      ),
      Reload(
        testDescription: "later Dates agree with the first Date",
        first: 30,
        later: 31,
        count: 19,
        noteCount: 1
      ),
      Reload(
        testDescription: "only the first response has a Date",
        first: 30,
        count: 19,
        noteCount: 1
      ),
      Reload(
        testDescription: "later Dates differ from the first Date",
        first: 30,
        later: 60,
        count: 34,
        noteCount: 2
      ),
      Reload(
        testDescription: "UTCTiming takes precedence over Date",
        timing: timing("direct", "2026-01-01T00:00:21Z"),
        first: 30,
        later: 60,
        count: 10,
        noteCount: 0
      ),
    ]
  )
  func reload(_ test: Reload) async throws {
    let text = Self.manifest(test.timing)
    // This machine's clock does not advance; segments become available by the server's clock.
    let now = midnight + 9
    var answers = Sample.files(40).mapValues { [MemoryLoader.Answer.bytes($0)] }
    answers[Sample.url] = [.bytes(Array(text.utf8))]
    let loader = MemoryLoader(answers: answers, date: test.later.map { now + $0 })
    let events = try await Sample.events(text, loader) { access in
      access.start = .beginning
      access.clock = TestClock(begin: Double(now), isStopped: true)
      access.answerDate = test.first.map { AnswerDate(date: now + $0, received: Double(now)) }
    }
    #expect(Sample.numbers(of: events.tags) == Array(0..<test.count))
    let notes = events.notes.filter { $0.id == .manifest }
    #expect(notes.count == test.noteCount)
    #expect(notes.allSatisfy { $0.detail.contains("the Date of the server's response is used") })
  }
}
