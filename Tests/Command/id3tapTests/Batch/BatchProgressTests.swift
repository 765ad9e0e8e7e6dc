import Records
import Testing

@testable import Commands

@Suite struct BatchProgressTests {
  @Test(
    "the progress line shows the number of inputs done, the rate and the time left",
    arguments: [
      (BatchProgress.Counts(), 10, 0, 0.0, "0 of 10 done"),
      (.init(read: 4), 10, 350_100_000, 2.0, "4 of 10 done, 175.0 MB/s, 3 s left"),
      (
        .init(read: 4, unchanged: 3, failed: 2), 10, 1_000_000, 4.0,
        "7 of 10 done, 2 could not be read, 0.2 MB/s, 3 s left"
      ),
      (.init(read: 1), 1001, 0, 10.0, "1 of 1001 done, 0.0 MB/s, 2 h 46 min left"),
      (.init(read: 1), 11, 0, 10.0, "1 of 11 done, 0.0 MB/s, 1 min 40 s left"),
      (.init(unchanged: 5), 10, 0, 1.0, "5 of 10 done, 0.0 MB/s"),
      (.init(read: 10), 10, 0, 1.0, "10 of 10 done, 0.0 MB/s"),
    ] as [(BatchProgress.Counts, Int, Int64, Double, String)]
  )
  func line(
    counts: BatchProgress.Counts,
    total: Int,
    bytes: Int64,
    seconds: Double,
    text: String
  ) {
    #expect(BatchProgress.text(counts, of: total, bytes: bytes, seconds: seconds) == text)
  }

  @Test(
    "the summary of a batch counts the inputs by result",
    arguments: [
      (.init(), 0, "r.sqlite: 0 inputs: 0 read"), (.init(read: 1), 1, "r.sqlite: 1 input: 1 read"),
      (
        .init(read: 9, unchanged: 2, failed: 3, withoutStream: 1), 20,
        "r.sqlite: 20 inputs: 5 read, 2 unchanged, 1 skipped (not a stream), 3 could not be read, 9 left"
      ),
    ] as [(BatchProgress.Counts, Int, String)]
  )
  func summary(counts: BatchProgress.Counts, total: Int, text: String) {
    #expect(BatchSummary.text(counts, of: total, in: "r.sqlite") == text)
  }

  @Test(
    "the last message of a batch lists the verdicts, worst first, and the command that shows them"
  )
  func outcome() {
    var verdicts = VerdictCounts()
    #expect(BatchSummary.outcome(verdicts, in: "r.sqlite") == nil)
    verdicts.count(.pass, 391)
    verdicts.count(.absent, 4)
    verdicts.count(.fail, 61)
    #expect(
      BatchSummary.outcome(verdicts, in: "r.sqlite")
        == "r.sqlite: 61 fail, 4 without DATA tags, 391 pass; "
        + "see them with: id3tap report r.sqlite -o report.html"
    )
    let quoted = BatchSummary.outcome(verdicts, in: "it's.sqlite")
    #expect(quoted?.hasSuffix("id3tap report 'it'\\''s.sqlite' -o report.html") == true)
  }
}
