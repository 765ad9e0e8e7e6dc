import Testing

@testable import Commands
@testable import TimedMetadata

@Suite struct MissingTagsTests {
  private static let empty = StreamSummary(program: 1, pid: 258, declared: true, tags: 0)
  private static let filled = StreamSummary(program: nil, pid: 300, declared: false, tags: 4)

  private func missing(
    _ streams: [StreamSummary],
    _ selection: MissingTags.Selection = MissingTags.Selection(),
    notes: [StreamNote] = []
  ) -> MissingTags {
    var losses = LossTally()
    for note in notes { losses.count(note) }
    return MissingTags(
      summary: InputSummary(duration: 60, streams: streams, byteCount: 188),
      selection: selection,
      losses: losses
    )
  }

  @Test(
    "the explanation for an input without tags names the cause",
    arguments: [
      ([], MissingTags.Selection(), "no timed ID3 found: "),
      (
        [empty], MissingTags.Selection(),
        "timed ID3 is declared (PID 258 of program 1) but no tag was found: "
      ),
      (
        [empty, filled], MissingTags.Selection(program: 9),
        "no timed ID3 in program 9: choose among PID 258 of program 1, PID 300"
      ),
      (
        [filled], MissingTags.Selection(program: 9, pid: 8191),
        "no timed ID3 in PID 8191 of program 9: choose among PID 300"
      ),
      (
        [filled], MissingTags.Selection(limitSeconds: 60),
        "no tag was found in the first 60.0 s: give a greater --limit-seconds"
      ),
      // The limit does not cut a stream that is shorter than the limit.
      ([empty], MissingTags.Selection(limitSeconds: 61), "timed ID3 is declared"),
    ] as [([StreamSummary], MissingTags.Selection, String)]
  )
  func reasons(streams: [StreamSummary], selection: MissingTags.Selection, text: String) {
    #expect(missing(streams, selection).explanation.hasPrefix(text))
  }

  @Test(
    "if no segment could be read, the explanation names the playlist or manifest to check",
    arguments: [true, false]
  )
  func noSegment(isDASH: Bool) {
    let renditions = [RenditionSummary(name: "v", uri: "v")]
    var summary = InputSummary(duration: nil, streams: [], renditions: renditions, byteCount: 0)
    summary.playlist = PlaylistSummary(isLive: false)
    if isDASH { summary.playlist?.format = .dash }
    #expect(
      MissingTags(summary: summary).explanation
        == "no segment could be read: check the \(isDASH ? "manifest" : "playlist")"
    )
  }

  @Test("a rendition without PIDs is named without a PID")
  func renditionWithoutPIDs() {
    var stream = StreamSummary(program: nil, pid: nil, declared: true, tags: 0)
    stream.rendition = "video/1"
    #expect(missing([stream]).explanation.hasPrefix("timed ID3 is declared (video/1) but no tag"))
  }

  @Test(
    "missing tags are explained by an input's length below 30 s, and by the encoder from 30 s on",
    arguments: [8.06, 30]
  )
  func short(seconds: Double) {
    for (streams, words) in [
      ([], "no timed ID3 found"),
      ([Self.empty], "timed ID3 is declared (PID 258 of program 1) but no tag was found"),
    ] {
      let summary = InputSummary(duration: seconds, streams: streams, byteCount: 188)
      let text = MissingTags(summary: summary).explanation
      #expect(text.hasPrefix(words))
      #expect(
        (text == "\(words) in 8.06 s: too short to judge, read at least 30 s") == (seconds < 30)
      )
      #expect(text.contains("encoder") == (seconds >= 30))
    }
  }

  @Test("if --from is after the end of the input, the explanation gives the end")
  func behindEnd() {
    var summary = InputSummary(duration: nil, streams: [], byteCount: 188)
    summary.endBeforeStart = PresentationEnd(seconds: 60, wallClock: 1_491_483_783)
    #expect(
      MissingTags(summary: summary).explanation
        == "ends at 60.0 s, 2017-04-06T13:03:03Z, before --from: give an earlier --from"
    )
  }

  @Test(
    "--limit-seconds counts from the position of --from",
    arguments: [
      (30.0, 30.0 as Double?, "no tag was found in the 30.0 s after --from: "),
      (31, 30, "no tag was found after --from, but there are tags before it: "),
      (31, nil, "no tag was found after --from, but there are tags before it: "),
    ]
  )
  func start(seconds: Double, limit: Double?, text: String) {
    let selection = MissingTags.Selection(limitSeconds: limit, start: .seconds(seconds))
    #expect(missing([Self.filled], selection).explanation.hasPrefix(text))
  }

  @Test("if the options select none of the tags, the explanation names the PIDs that carry tags")
  func selected() {
    #expect(
      missing([Self.empty, Self.filled]).explanationOfSelecting
        .hasPrefix("no tag matches the options, but there are tags (PID 300): ")
    )
  }

  @Test(
    "the explanation of missing tags names lost or scrambled packets",
    arguments: [
      ("ts-scrambled", "(1 place with scrambled packets)"),
      ("ts-transport-error", "(1 place with transport errors)"), ("ts-continuity", "(1 gap)"),
    ] as [(NoteID, String)]
  )
  func losses(rule: NoteID, words: String) {
    let note = StreamNote(id: rule, pid: 258, detail: "")
    let explanation = missing([Self.empty], notes: [note]).explanation
    #expect(explanation.contains("but no tag could be read \(words): check the reception"))
  }

  @Test(
    "a missing program and a program without ID3 have different explanations",
    arguments: [2, 9]
  )
  func absentProgram(_ number: Int) {
    var missing = self.missing([Self.empty], MissingTags.Selection(program: number))
    missing.summary.programs = [1, 2].map {
      ProgramSummary(number: $0, hasAudio: true, hasVideo: true)
    }
    let words = [
      2: "no timed ID3 in program 2: choose among PID 258 of program 1",
      9: "no program 9: choose among programs 1, 2: timed ID3 is on PID 258 of program 1",
    ]
    #expect(missing.explanation == words[number])
  }

  @Test("damaged tables explain why an input has no timed ID3")
  func tables() {
    let note = StreamNote(id: "psi-crc", pid: 0, detail: "")
    #expect(
      missing([], notes: [note, note]).explanation
        == "no timed ID3 found, but tables were damaged (2): check the reception"
    )
  }

  @Test("losses in an input with tags are counted only on the PIDs that carry ID3")
  func besideTags() {
    let notes = [
      StreamNote(id: "ts-continuity", pid: 300, detail: ""),
      StreamNote(id: "ts-continuity", pid: 300, detail: ""),
      StreamNote(id: "ts-continuity", pid: 0, detail: ""),
      StreamNote(id: "tag-truncated", pid: 300, detail: ""),
      StreamNote(id: "pes-alignment", pid: 300, detail: ""),
    ]
    #expect(
      missing([Self.filled], notes: notes).lossesBesideTags
        == "2 gaps, 1 incomplete tag on PID 300, tags may be missing: "
        + "list the losses with --verbose"
    )
    #expect(missing([Self.empty], notes: notes).lossesBesideTags == nil)
  }
}
