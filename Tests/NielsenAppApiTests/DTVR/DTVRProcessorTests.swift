import Testing

@testable import NielsenAppApi

@Suite("DTVR")
struct DTVRProcessorTests {
  static func line(_ ping: Ping) -> String {
    let fields = [
      "\(ping.type)", ping["ca"].map { String($0.prefix(2)) }, ping["cr"], ping["c27"],
      ping["davty"],
    ]
    return fields.compactMap(\.self).joined(separator: " ")
  }

  // MARK: - Content ids

  @Test(
    "forward and aggregate follow the content ids",
    arguments: [
      (SamplePayload.distributorTag(0), false, ["FD 1 agg,1"]),
      (SamplePayload.programTag(0), false, ["PC 1 agg,1"]),
      (SamplePayload.bothTag(0), false, ["FD 1 agg,1", "PC 0 agg,0"]),
      (SamplePayload.bothTag(0), true, ["FD 0 agg,0", "PC 1 agg,1"]),
      (SamplePayload.distributorTag(0), true, ["FD 1 agg,1"]),
      (SamplePayload.infoTag(0), false, []),
    ] as [(String, Bool, [String])]
  )
  func forward(_ tag: String, _ rtvod: Bool, _ expected: [String]) {
    let bench = Bench { $0.configuration.dtvr.rtvod = rtvod }
    bench.begin()
    bench.api.sendID3(tag)
    let seen = bench.dtvr.map {
      "\($0["ca"]?.prefix(2) ?? "") \($0["forward"] ?? "") \($0["c11"] ?? "")"
    }
    #expect(seen == expected)
  }

  @Test("an INFO tag between two DATA tags costs nothing")
  func infoTag() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { second in
      second == 35 ? SamplePayload.infoTag(99) : Bench.everyTen(second)
    }
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,60")
  }

  @Test("an INFO tag alone is no current tag")
  func infoTagAlone() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { $0 == 0 ? SamplePayload.infoTag(1) : nil }
    bench.api.end()
    #expect(bench.dtvr.isEmpty)
  }

  @Test("a side that is null loses its current tag and keeps its CID session")
  func nullSide() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { second in
      switch second {
      case 0, 40, 50: SamplePayload.distributorTag(second)
      case 10, 20, 30: SamplePayload.programTag(second)
      default: nil
      }
    }
    bench.api.end()
    let lines = bench.dtvr.map(Self.line)
    #expect(
      lines == [
        "impression FD 2_00_99_I1_00000_1 cln,0 0", "impression PC 2_00_99_I1_00000_1 cln,0 0",
        "view PC 2_00_99_V1_10000_1 cln,30 1", "view FD 2_00_99_V1_10000_1 cln,30 1",
        "duration FD 2_00_99_D1_10000_1 cln,30 2", "duration PC 2_00_99_D1_10000_1 cln,30 2",
      ]
    )
  }

  @Test("the same content id coming back after null goes on")
  func sameComesBack() {
    let bench = Bench()
    bench.begin()
    bench.play(0...20) { second in
      second == 10 ? SamplePayload.programTag(second) : Bench.everyTen(second)
    }
    let impressions = bench.dtvr.filter { $0.type == .impression }
    #expect(impressions.map { $0["ca"]?.prefix(2) } == ["FD", "PC"])
  }

  @Test("a set content id with offset 0 is second 0")
  func offsetZero() {
    let bench = Bench()
    bench.begin()
    bench.api.sendID3(
      SamplePayload(finalDistributor: SamplePayload.distributor, lastTagTime: 1_699_984_800).text
    )
    #expect(bench.credits == ["2_00_99_I1_00000_1"])
  }

  @Test("one tag that changes both content ids asks once, FD before PC")
  func bothChange() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.clear()
    bench.api.sendID3(
      SamplePayload(
        programContent: SamplePayload.otherProgram,
        finalDistributor: SamplePayload.otherDistributor,
        programOffset: 1,
        distributorOffset: 36031,
        lastTagTime: 1_699_984_831
      ).text
    )
    let lines = bench.pings.map { "\($0.type) \($0["ca"]?.prefix(2) ?? "")" }
    #expect(
      lines == ["duration FD", "lookup ", "impression FD", "duration PC", "impression PC"]
    )
  }

  @Test("a breakout code outside the list is not asked about")
  func lookupBreakouts() {
    let bench = Bench()
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0, breakout: "10"))
    #expect(bench.pings.filter { $0.product == .tsv }.isEmpty)
    #expect(bench.credits == ["2_10_99_I1_00000_1"])
  }

  // MARK: - The playhead clock

  /// Credited seconds after the playheads of `positions`, with a tag after each that `tag` names.
  static func credited(
    _ positions: [Int],
    tag: (Int) -> String? = Bench.everyTen
  ) -> String? {
    let bench = Bench()
    bench.begin()
    for position in positions {
      bench.api.playheadPosition(Int64(position))
      if let payload = tag(position) { bench.api.sendID3(payload) }
      bench.elapsed += 1
    }
    bench.api.end()
    return bench.dtvr.last { $0.type == .duration }?["c27"]
  }

  @Test("the seconds before the first tag are not credited backwards")
  func beforeFirstTag() {
    #expect(Self.credited(Array(0...60)) { $0 >= 30 ? Bench.everyTen($0) : nil } == "cln,30")
  }

  @Test("a tag vouches for fifteen seconds")
  func window() {
    #expect(Self.credited(Array(0...60)) { $0 == 0 ? Bench.everyTen($0) : nil } == "cln,15")
  }

  @Test("a step of two plays both seconds")
  func stepOfTwo() {
    #expect(Self.credited(Array(stride(from: 0, through: 60, by: 2))) == "cln,60")
  }

  @Test("a playhead that begins with 1 has played second 0, which no tag vouches for")
  func beginsWithOne() {
    #expect(Self.credited(Array(1...61)) { Bench.everyTen($0 - 1) } == "cln,60")
  }

  @Test("repeats and small steps back count nothing")
  func repeats() {
    #expect(Self.credited([0, 1, 1, 2, 1, 0, 2, 3, 4, 5, 6, 7, 5, 8, 9, 10]) == "cln,10")
  }

  @Test("a short seek costs the seconds up to the next tag, not the segment")
  func shortSeek() {
    let bench = Bench()
    bench.begin()
    bench.play(0...24, tag: Bench.everyTen)
    bench.play(32...60, tag: Bench.everyTen)
    bench.api.end()
    // 0 to 24, then 40 to 60.
    #expect(bench.dtvr.last.map(Self.line) == "duration FD 2_00_99_D1_10000_1 cln,44 2")
  }

  @Test(
    "a seek of more than fifteen seconds closes the segment, one of fifteen does not",
    arguments: [(15, 0), (16, 1), (-15, 0), (-16, 1)]
  )
  func seekDistance(_ distance: Int, _ closed: Int) {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.playheadPosition(Int64(30 + distance))
    #expect(bench.dtvr.filter { $0.type == .duration }.count == closed)
  }

  @Test("after a seek nothing counts before the next tag")
  func afterSeek() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.play(100...120) { _ in nil }
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1"])
    #expect(bench.dtvr.last?["c27"] == "cln,30")
  }

  @Test("content that moves although the playhead did not say so closes the segment")
  func offsetJump() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { second in
      guard second % 10 == 0 else { return nil }
      return SamplePayload.distributorTag(second < 40 ? second : second + 1000)
    }
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1", "2_00_99_D2_00000_1"])
    #expect(bench.dtvr.compactMap { $0["c27"] }.suffix(2) == ["cln,40", "cln,20"])
  }

  @Test("missing tags are no jump")
  func missingTags() {
    #expect(
      Self.credited(Array(0...120)) { (10...100).contains($0) ? nil : Bench.everyTen($0) }
        == "cln,25"
    )
  }

  @Test("another breakout code closes the segment")
  func breakout() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { second in
      second % 10 == 0
        ? SamplePayload.distributorTag(second, breakout: second < 40 ? "00" : "05") : nil
    }
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1", "2_05_99_D2_00000_1"])
  }

  @Test("a pause does not age a tag")
  func pause() {
    let bench = Bench()
    bench.begin()
    bench.play(0...10, tag: Bench.everyTen)
    bench.api.stop()
    bench.elapsed += 1000
    bench.play(11...20)
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,20")
  }

  // MARK: - The tag clock

  /// Sends the tags of `seconds` without a playhead.
  static func tagsAlone(_ seconds: [Int], _ bench: Bench) {
    for second in seconds {
      bench.elapsed = Int64(second)
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
  }

  @Test("without playheads the tags tell the time")
  func tagClock() {
    let bench = Bench()
    bench.api.play(["channelName": "X"])
    Self.tagsAlone(Array(stride(from: 0, through: 320, by: 10)), bench)
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_11111_0", "2_00_99_D2_00000_0"])
    #expect(bench.dtvr.last?["c27"] == "cln,20")
  }

  @Test("a step of more than fifteen seconds plays nothing and closes the segment")
  func tagClockGap() {
    let bench = Bench()
    bench.begin()
    Self.tagsAlone([0, 15, 31, 41], bench)
    bench.api.end()
    #expect(
      bench.dtvr.filter { $0.type == .duration }.compactMap { $0["c27"] } == ["cln,15", "cln,10"]
    )
  }

  @Test("both sides of a tag play the seconds once")
  func tagClockBoth() {
    let bench = Bench()
    bench.begin()
    for second in stride(from: 0, through: 60, by: 10) {
      bench.api.sendID3(SamplePayload.bothTag(second))
    }
    bench.api.end()
    #expect(
      bench.dtvr.filter { $0.type == .duration }.compactMap { $0["c27"] } == ["cln,60", "cln,60"]
    )
  }

  @Test("the credit source can be fixed", arguments: [("playhead", []), ("tag", ["cln,60"])])
  func creditSource(_ source: String, _ expected: [String]) {
    let bench = Bench {
      $0.configuration.dtvr.creditSource = .init(rawValue: source) ?? .auto
    }
    bench.begin()
    Self.tagsAlone(Array(stride(from: 0, through: 60, by: 10)), bench)
    bench.api.end()
    #expect(bench.dtvr.filter { $0.type == .duration }.compactMap { $0["c27"] } == expected)
  }

  @Test("with tags as credit source playheads neither count nor seek")
  func tagSourceIgnoresPlayheads() {
    let bench = Bench { $0.configuration.dtvr.creditSource = .tag }
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.playheadPosition(5000)
    bench.api.sendID3(SamplePayload.distributorTag(40))
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,40")
  }

  // MARK: - Ads

  static let ad = ["type": "midroll", "assetid": "ad"]

  @Test("server-side ads count: their tags go on")
  func serverSideAd() {
    let bench = Bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    bench.api.loadMetadata(Self.ad)
    for second in 0...30 {
      bench.api.playheadPosition(Int64(second))
      if let tag = Bench.everyTen(100 + second), second > 0 { bench.api.sendID3(tag) }
    }
    bench.api.loadMetadata(Bench.content)
    bench.play(130...200, tag: Bench.everyTen)
    bench.api.end()
    // 0 to 100; in the ad from its first tag on, 110 to 130; content from its first new tag on, 140.
    #expect(bench.dtvr.last.map(Self.line) == "duration FD 2_00_99_D1_11100_1 cln,180 2")
  }

  @Test(
    "ads that end with a stop, or with the next, are told apart even if nothing names them",
    arguments: [["type": "preroll"], Self.ad],
    [true, false]
  )
  func adAfterAd(_ ad: [String: String], _ isStopped: Bool) {
    let bench = Bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    for _ in 1...2 {
      bench.api.loadMetadata(ad)
      bench.play(0...30)
      if isStopped { bench.api.stop() }
    }
    bench.api.loadMetadata(Bench.content)
    bench.play(101...140, tag: Bench.everyTen)
    bench.api.end()
    #expect(
      bench.dtvr.filter { $0.type == .duration }.map(Self.line)
        == ["duration FD 2_00_99_D1_11000_1 cln,130 2"]
    )
  }

  @Test("an ad that goes on after a stop keeps its tags, with or without its metadata")
  func adGoesOn() {
    for isNamedAgain in [true, false] {
      let bench = Bench()
      bench.begin()
      bench.play(0...100, tag: Bench.everyTen)
      bench.api.loadMetadata(Self.ad)
      bench.play(0...12) { SamplePayload.distributorTag(100 + $0) }
      bench.api.stop()
      if isNamedAgain { bench.api.loadMetadata(Self.ad) }
      bench.play(13...20)
      bench.api.end()
      #expect(bench.durations.count == 1)
      // 0 to 100 and 2 to 20: the tag of second 100 is known, the first of the ad is that of 101.
      #expect(bench.dtvr.last?["c27"] == "cln,119")
    }
  }

  @Test("another ad may have playheads of another range")
  func rangeOfTheNextAd() {
    let bench = Bench()
    bench.begin()
    bench.api.loadMetadata(Self.ad)
    bench.api.playheadPosition(5)
    bench.api.stop()
    bench.api.playheadPosition(1_699_984_800)
    bench.api.playheadPosition(1_699_984_801)
    #expect(bench.errors.isEmpty)
  }

  @Test("the final distributor is told first when one call plays several seconds")
  func distributorFirst() {
    let bench = Bench()
    bench.begin()
    bench.play(0...29) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.clear()
    bench.api.playheadPosition(31)
    #expect(bench.dtvr.map { $0["ca"]?.prefix(2) } == ["FD", "PC"])
  }

  @Test("a duplicate lets payloads go that have waited long enough")
  func duplicateFlushes() {
    let bench = Bench()
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.elapsed += 90
    bench.clear()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.pings.map(\.type) == [.raw])
  }

  @Test("client-side ads do not count and look like no jump")
  func clientSideAd() {
    let bench = Bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    bench.api.loadMetadata(Self.ad)
    bench.play(0...60)
    bench.api.loadMetadata(Bench.content)
    bench.play(101...200, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_11100_1"])
    #expect(bench.dtvr.last?["c27"] == "cln,190")
  }

  @Test("the same content again does not move the playhead")
  func sameContent() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.loadMetadata(["type": "content", "adModel": "2"])
    bench.play(31...60, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.last.map(Self.line) == "duration FD 2_00_99_D1_10000_2 cln,60 2")
  }

  @Test("other content starts anew and waits for its first tag")
  func otherContent() {
    let bench = Bench()
    bench.begin(["type": "content", "assetid": "a", "adModel": "1"])
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.loadMetadata(["type": "content", "assetid": "b", "adModel": "1"])
    bench.play(500...505)
    bench.api.sendID3(SamplePayload.distributorTag(40))
    bench.play(506...516)
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,41")
  }

  // MARK: - What closes what

  @Test("a segment of less than five seconds makes no ping, one of five does")
  func shortSegments() {
    for (last, count) in [(4, 0), (5, 1)] {
      let bench = Bench()
      bench.begin()
      bench.play(0...last, tag: Bench.everyTen)
      bench.api.end()
      #expect(bench.dtvr.filter { $0.type == .duration }.count == count)
    }
  }

  @Test("a segment that was closed just before the end is not sent again")
  func closedBeforeEnd() {
    let bench = Bench()
    bench.begin()
    bench.play(0...300, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.filter { $0.type == .duration }.map { $0["davty"] } == ["1"])
  }

  @Test("stop passes payloads on and leaves segment and CID session open")
  func stop() {
    let bench = Bench()
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    bench.clear()
    bench.api.stop()
    #expect(bench.pings.map(\.type) == [.raw])
    bench.begin()
    bench.elapsed += 1
    bench.play(41...60, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.map(Self.line) == ["duration FD 2_00_99_D1_10000_1 cln,60 2"])
  }

  @Test(
    "end, channel change, close and timeout close everything: payloads, FD, PC",
    arguments: ["end", "channel", "close", "timeout", "paused timeout"]
  )
  func commonClose(_ cause: String) {
    let bench = Bench()
    bench.begin()
    bench.play(0...40) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.clear()
    switch cause {
    case "end": bench.api.end()
    case "channel": bench.api.play(["channelName": "Y"])
    case "close": bench.api.close()
    case "timeout":
      bench.elapsed += 1799
      bench.api.advance()
      #expect(bench.dtvr.isEmpty)
      bench.clear()
      bench.api.playheadPosition(40)
      bench.api.sendID3(SamplePayload.bothTag(40))
      bench.elapsed += 1800
      bench.api.advance()
    default:
      bench.api.stop()
      bench.elapsed += 1800
      bench.api.playheadPosition(41)
    }
    let types = bench.pings.filter { $0.product != .id3 }.map {
      "\($0.type) \($0["ca"]?.prefix(2) ?? "") \($0["davty"] ?? "")"
    }
    #expect(types == ["duration FD 2", "duration PC 2"])
    if cause != "timeout" { #expect(bench.pings.first?.product == .id3) }
    bench.clear()
    bench.api.end()
    #expect(bench.pings.isEmpty)
  }

  @Test("a CID change closes the segments of its side alone")
  func contentIDChange() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.clear()
    bench.api.sendID3(
      SamplePayload(
        programContent: SamplePayload.program,
        finalDistributor: SamplePayload.otherDistributor,
        programOffset: 631,
        distributorOffset: 1,
        lastTagTime: 1_699_984_831
      ).text
    )
    #expect(
      bench.pings.map { "\($0.type) \($0["ca"]?.prefix(2) ?? "") \($0["davty"] ?? "")" }
        == ["duration FD 1", "lookup  ", "impression FD 0"]
    )
  }

  @Test("tags that came in a pause count when it is over, the newest eight of them")
  func heldTags() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.stop()
    bench.clear()
    for second in stride(from: 40, through: 150, by: 10) {
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
    #expect(bench.pings.isEmpty)
    bench.api.playheadPosition(31)
    bench.api.end()
    let payloads = bench.pings.compactMap { $0["tp"] }.flatMap { $0.split(separator: "~") }
    #expect(
      payloads.map(String.init)
        == stride(from: 80, through: 150, by: 10).map { SamplePayload.distributorTag($0) }
    )
  }

  // MARK: - Time shift

  @Test("an answer belongs to its CID session")
  func timeShift() {
    let bench = Bench { environment in
      environment.timeShift = { payload, breakout in
        payload.contains(SamplePayload.distributor) && breakout == "00" ? "03" : "07"
      }
    }
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    bench.play(41...80) {
      $0 == 41 || $0 % 10 == 0
        ? SamplePayload.distributorTag($0, id: SamplePayload.otherDistributor) : nil
    }
    bench.api.end()
    #expect(bench.durations == ["2_00_03_D1_10000_1", "2_00_07_D1_10000_1"])
  }

  @Test("an answer that is no code is error 11", arguments: [nil, "3", "x3", "003", "ab"])
  func badAnswer(_ answer: String?) {
    let bench = Bench { $0.timeShift = { _, _ in answer } }
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.errors == [11])
    #expect(bench.durations == ["2_00_99_D1_10000_1"])
  }

  @Test("the responder may call back into the engine")
  func responderCallsBack() {
    let bench = Bench()
    let other = Bench { environment in
      environment.timeShift = { [weak bench] _, _ in
        bench?.api.advance()
        return "03"
      }
    }
    other.begin()
    other.api.sendID3(SamplePayload.distributorTag(0))
    #expect(other.errors.isEmpty)
  }

  // MARK: - Quarter hours

  @Test("a quarter hour is sent once")
  func quarterHourOnce() {
    let bench = Bench()
    bench.begin()
    bench.play(0...899, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.filter { $0.type == .aqh }.count == 1)
  }

  @Test("without a plausible tag time the day is that of the clock")
  func quarterHourDay() {
    let bench = Bench()
    bench.begin()
    bench.play(0...300) { second in
      guard second % 10 == 0 else { return nil }
      return SamplePayload(
        finalDistributor: SamplePayload.distributor,
        distributorOffset: 72000 + second,
        sequence: UInt16(second)
      ).text
    }
    // 18:04:30 minus twenty hours is the day before.
    #expect(bench.dtvr.first { $0.type == .aqh }?["cr"] == "2_00_99_Q80_20231113_1")
  }

  @Test("the program content side has no quarter hours")
  func quarterHourProgramContent() {
    let bench = Bench()
    bench.begin()
    bench.play(0...899) { $0 % 10 == 0 ? SamplePayload.programTag($0) : nil }
    #expect(bench.dtvr.filter { $0.type == .aqh }.isEmpty)
  }

  @Test("the 25th hour of a day has no quarter hour")
  func quarterHourBeyondTheDay() {
    let bench = Bench()
    bench.begin()
    bench.play(0...600) { second in
      second % 10 == 0
        ? SamplePayload(
          finalDistributor: SamplePayload.distributor,
          distributorOffset: 86_400 + second,
          lastTagTime: 1_699_984_800,
          sequence: UInt16(second)
        ).text : nil
    }
    #expect(bench.dtvr.filter { $0.type == .aqh }.isEmpty)
  }

  // MARK: - Products

  @Test("products that are off make no ping")
  func products() {
    let off = Bench {
      $0.configuration.products = .init()
      $0.configuration.products.dtvr = false
      $0.configuration.products.session = false
    }
    off.begin()
    off.play(0...60, tag: Bench.everyTen)
    off.api.end()
    #expect(Set(off.pings.map(\.product)) == [.id3])
  }
}
