import ArgumentParser
import Presentation
import Testing
import TimedMetadata

@testable import Commands

@Suite struct PlaylistOptionsTests {
  @Test("without options, all renditions are read from the default start")
  func defaults() throws {
    let options = try PlaylistOptions.parse([])
    #expect(options.selection == RenditionSelection())
    #expect(options.from == nil)
  }

  @Test("--variant and --rendition may be given several times")
  func selection() throws {
    let options = try PlaylistOptions.parse([
      "--variant", "1", "--variant", "video/*", "--rendition", "English",
    ])
    #expect(options.selection.variants == ["1", "video/*"])
    #expect(options.selection.renditions == ["English"])
  }

  @Test(
    "--from accepts 'start', 'live', seconds, or a date and time",
    arguments: [
      ("start", .beginning), ("live", .live), ("90", .seconds(90)), ("12.5", .seconds(12.5)),
      ("-30", .seconds(-30)), ("2017-04-06T13:03:03Z", .wallClock(1_491_483_783)),
    ] as [(String, ReadingStart)]
  )
  func from(text: String, start: ReadingStart) throws {
    #expect(try PlaylistOptions.parse(["--from", text]).from == start)
    #expect(try PlaylistOptions.parse(["--from=\(text)"]).from == start)
  }

  @Test(
    "an invalid value of --from is refused with an example",
    arguments: ["end", "inf", "nan", "1e999", "12s", "2017-04-06", "2017-04-06T13:03"]
  )
  func notABeginning(text: String) {
    let error = #expect(throws: (any Error).self) { try PlaylistOptions.parse(["--from=\(text)"]) }
    let message = error.map { PlaylistOptions.message(for: $0) }
    #expect(message?.contains("2017-04-06T13:03:03Z") == true)
  }

  @Test(
    "the first second is 0 unless --from gives seconds from the start",
    arguments: [("start", 0.0), ("live", 0), ("100", 100), ("-30", 0), ("2017-04-06T13:03:03Z", 0)]
  )
  func firstSecond(text: String, seconds: Double) throws {
    #expect(try PlaylistOptions.parse(["--from=\(text)"]).firstSecond == seconds)
    #expect(try PlaylistOptions.parse([]).firstSecond == 0)
  }
}
