import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite struct FeedComparisonTests {
  private func compare(
    _ main: [TimedMetadataEvent],
    _ backup: [TimedMetadataEvent],
    lasting seconds: [Double]? = nil,
    isStrict: Bool = false
  ) -> CheckReport? {
    var comparison = FeedComparison()
    for (index, (name, events)) in [("main", main), ("backup", backup)].enumerated() {
      comparison.begin(name)
      for event in events { comparison.receive(event) }
      guard let seconds else { continue }
      comparison.receive(
        .end(InputSummary(duration: seconds[index], streams: [], byteCount: 1_000_000))
      )
    }
    return comparison.report(isStrict: isStrict)
  }

  @Test("the same feed, begun at another time, differs in nothing")
  func same() throws {
    let main = try MadeTag.stream(seconds: 120)
    let backup = try MadeTag.stream(seconds: 120, start: 3)
    let report = try #require(compare(main, backup))
    #expect(report.input == "main and backup")
    #expect(report.verdict == .pass)
    #expect(report.rules.map(\.found) == [0, 0, 0])
    #expect(report.tags.data + report.tags.info == main.count + backup.count)
    #expect(report.tags.info == 2)
  }

  @Test("a tag that one feed lacks is missing, one that it has more is extra")
  func missing() throws {
    let main = try MadeTag.stream(seconds: 120)
    let backup = try MadeTag.stream(seconds: 120) { index, _ in index != 4 }
    let lacking = try #require(compare(main, backup))
    #expect(lacking.verdict == .fail)
    #expect(lacking.rules.map(\.found) == [1, 0, 0])
    #expect(lacking.findings.map(\.message) == ["DATA tag of main is not in backup"])
    let more = try #require(compare(backup, main))
    #expect(more.rules.map(\.found) == [0, 1, 0])
    #expect(more.findings.map(\.message) == ["DATA tag of backup is not in main"])
  }

  @Test("a tag that comes later than its neighbours warns, and fails when strict")
  func late() throws {
    let main = try MadeTag.stream(seconds: 120)
    let backup = main.enumerated().map { index, event -> TimedMetadataEvent in
      guard index == 5, case .tag(var tag) = event else { return event }
      tag.time = tag.time.map { $0 + 2 }
      return .tag(tag)
    }
    let report = try #require(compare(main, backup))
    #expect(report.verdict == .warn)
    #expect(report.rules.map(\.state) == [.pass, .pass, .warn])
    #expect(
      report.findings.map(\.message) == [
        "DATA tag comes 2.0 s later in backup than its other tags (limit 0.5 s)"
      ]
    )
    #expect(compare(main, backup, isStrict: true)?.verdict == .fail)
  }

  /// A recording that begins `seconds` later than `stream`, and lasts until `end` on its clock.
  private func recording(
    of stream: [TimedMetadataEvent],
    from start: Double,
    to end: Double = .infinity
  ) -> [TimedMetadataEvent] {
    stream.compactMap { event in
      guard case .tag(var tag) = event, let time = tag.time, (start...end).contains(time) else {
        return nil
      }
      tag.time = time - start
      tag.pts = tag.pts.map { $0 + 12_345_678 }
      return .tag(tag)
    }
  }

  @Test("tags from outside the common time are left out and counted, and the offset is printed")
  func common() throws {
    let main = try MadeTag.stream(seconds: 300)
    let backup = recording(of: main, from: 28)
    let report = try #require(compare(main, backup, lasting: [300, 272]))
    #expect(report.verdict == .pass)
    #expect(report.rules.map(\.found) == [0, 0, 0])
    let outside = main.count - backup.count
    #expect(
      report.rules.map(\.remark) == [
        "\(outside) tags of main from before or after the time of backup are left out", nil,
        "tags of backup come 28.0 s earlier after its start than those of main: this distance is "
          + "left out of the comparison",
      ]
    )
    let reversed = try #require(compare(backup, main, lasting: [272, 300]))
    #expect(reversed.rules.map(\.found) == [0, 0, 0])
    let ended = try #require(
      compare(main, recording(of: main, from: 0, to: 200), lasting: [300, 200])
    )
    #expect(ended.rules.map(\.found) == [0, 0, 0])
  }

  @Test("a tag of the common time is missing, at its ends too where both feeds share them")
  func lostInCommonTime() throws {
    let main = try MadeTag.stream(seconds: 300)
    let late = recording(of: main, from: 28)
    let lossy = late.enumerated().filter { $0.offset != 5 }.map(\.element)
    #expect(compare(main, lossy, lasting: [300, 272])?.rules.map(\.found) == [1, 0, 0])
    let together = Array(main.dropFirst().dropLast())
    #expect(compare(main, together, lasting: [308, 308])?.rules.map(\.found) == [2, 0, 0])
  }

  @Test("all tags shifted against the audio are found in the multiplex")
  func shiftedInMultiplex() throws {
    let main = try MadeTag.stream(seconds: 120).map { event in
      event.with { tag in
        tag.transport = TransportFacts()
        tag.transport?.audioPTS = tag.pts
      }
    }
    let backup = main.map { event in
      event.with { tag in
        tag.time = tag.time.map { $0 + 3 }
        tag.pts = tag.pts.map { $0 + 270_000 }
      }
    }
    let report = try #require(compare(main, backup, lasting: [130, 200]))
    #expect(report.verdict == .warn)
    #expect(
      report.findings.map(\.message) == [
        "all tags of backup are 3.0 s later against the audio than in main (limit 2 s)"
      ]
    )
    #expect(compare(main, main, lasting: [130, 130])?.verdict == .pass)
  }

  @Test("all tags shifted in another copy of one recording are found without the multiplex")
  func shiftedInCopy() throws {
    let main = try MadeTag.stream(seconds: 120)
    let backup = main.map { event in
      event.with { tag in
        tag.time = tag.time.map { $0 + 3 }
        tag.pts = tag.pts.map { $0 + 270_000 }
      }
    }
    let report = try #require(compare(main, backup, lasting: [130, 130]))
    #expect(
      report.findings.map(\.message) == [
        "all tags of backup are 3.0 s later against the audio than in main (limit 0.5 s)"
      ]
    )
    // Two recordings that differ in length began at different instants.
    #expect(compare(main, backup, lasting: [130, 133])?.findings.isEmpty == true)
  }

  @Test("the same tag in another rendition counts once")
  func renditions() throws {
    let main = try MadeTag.stream(seconds: 60)
    let report = try #require(compare(main + main, main))
    #expect(report.verdict == .pass)
    #expect(report.tags.data + report.tags.info == 2 * main.count)
  }

  @Test(
    "recordings without a tag in common differ in one line, which says where each begins and ends"
  )
  func nothingInCommon() throws {
    let all = try MadeTag.stream(seconds: 600)
    let report = try #require(compare(Array(all.prefix(15)), Array(all.suffix(15))))
    #expect(report.verdict == .fail)
    #expect(report.rules.map(\.found) == [1, 0, 0])
    let message = try #require(report.findings.first?.message)
    #expect(report.findings.count == 1)
    #expect(message.hasPrefix("the recordings have no common time: tags of main are from 20"))
    #expect(message.contains("Z, those of backup from 20"))
    // The times of day are rejected here: presentation seconds are reported.
    let unknown = try MadeTag.refuted()
    let other = try #require(compare(Array(all.prefix(15)), unknown))
    #expect(other.rules.map(\.found) == [1, 0, 0])
    let words = try #require(other.findings.first?.message)
    #expect(words.hasPrefix("the recordings have no tag in common: tags of main are from 20"))
    #expect(words.contains(" after its start; check that both are of one channel"))
  }

  @Test("feeds without tags are absent, and one feed alone is not compared")
  func nothing() throws {
    #expect(compare([], [])?.verdict == .absent)
    var comparison = FeedComparison()
    comparison.begin("main")
    #expect(comparison.report(isStrict: false) == nil)
  }
}
