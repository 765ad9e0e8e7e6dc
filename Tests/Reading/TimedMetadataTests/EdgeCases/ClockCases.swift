import ReaderTestSupport
import TestSupport
import TimedMetadata
import TransportStream

private typealias Builder = StreamBuilder

private let wrap = Timestamp.modulus

/// The tags of a stream without audio and video.
private func farApart(_ builder: inout StreamBuilder) {
  for (index, second) in [Int64(0), 10, 70, 380, 3980].enumerated() {
    builder.id3(Builder.tag(index), pts: 900_000 + second * 90_000)
  }
}

/// Edge cases of time.
let clockCases: [EdgeCase] = [
  EdgeCase(
    "time continues when the PTS wraps twice",
    tags: EdgeCase.numbered(0..<3),
    times: [0, 95_443.718, 190_887.435]
  ) {
    $0.tables()
    var pts: Int64 = wrap - 90_000
    for index in 0..<3 {
      $0.audio(pts: pts & (wrap - 1))
      $0.id3(Builder.tag(index), pts: pts & (wrap - 1))
      // A frame every 50 s bridges the 26.5 hours to the next wrap.
      let end = pts + wrap
      while index < 2, pts + 4_500_000 < end {
        pts += 4_500_000
        $0.audio(pts: pts & (wrap - 1))
      }
      pts = end
    }
  },
  EdgeCase(
    "time continues when the PTS goes back without a declared discontinuity",
    tags: EdgeCase.numbered(0..<3),
    streamNotes: ["clock-pts-backward"],
    times: [0, 1, 2]
  ) {
    $0.tables()
    for (index, pts) in [Int64(90_000_000), 90_090_000, 900_000].enumerated() {
      $0.audio(pts: pts)
      $0.id3(Builder.tag(index), pts: pts)
    }
  },
  EdgeCase(
    "time continues when the PTS jumps ahead without a declared discontinuity",
    tags: EdgeCase.numbered(0..<3),
    streamNotes: ["clock-pts-jump"],
    times: [0, 1, 2]
  ) {
    $0.tables()
    for (index, pts) in [Int64(900_000), 990_000, 900_000_000].enumerated() {
      $0.audio(pts: pts)
      $0.id3(Builder.tag(index), pts: pts)
    }
  },
  EdgeCase(
    "a tag before the first frame of a new time base has the time of that frame",
    tags: EdgeCase.numbered(0..<3),
    streamNotes: ["clock-pts-jump"],
    times: [0, 1, 2]
  ) {
    $0.tables()
    for (index, pts) in [Int64(900_000), 990_000].enumerated() {
      $0.audio(pts: pts)
      $0.id3(Builder.tag(index), pts: pts)
    }
    $0.id3(Builder.tag(2), pts: 900_000_000)
    $0.audio(pts: 900_000_000)
  },
  EdgeCase(
    "time continues across a declared clock discontinuity, which is not reported",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: [],
    times: [0, 1, 2]
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
    $0.id3(Builder.tag(0), pts: 900_000)
    $0.audio(pts: 990_000)
    $0.id3(Builder.tag(1), pts: 990_000)
    $0.pcr(90_000, pid: Builder.videoPID, isDiscontinuous: true)
    $0.audio(pts: 180_000)
    $0.id3(Builder.tag(2), pts: 180_000)
  },
  EdgeCase(
    "tags of a program without video have times on the clock of its audio",
    tags: EdgeCase.numbered(0..<2),
    times: [0.9, 1.9]
  ) {
    $0.tables(Builder.map(videoPID: nil))
    $0.tags(2)
  },
  EdgeCase(
    "tags of a program without audio have times on the clock of its video",
    tags: EdgeCase.numbered(0..<2),
    times: [0, 1]
  ) {
    $0.tables(Builder.map(audioPID: nil))
    for index in 0..<2 {
      $0.video(pts: 900_000 + Int64(index) * 90_000)
      $0.id3(Builder.tag(index), pts: 900_000 + Int64(index) * 90_000)
    }
  },
  EdgeCase(
    "in a stream of only tags and PCR, times count from the first PCR",
    tags: EdgeCase.numbered(0..<2),
    streamNotes: ["psi-interval"],
    times: [1, 2]
  ) {
    $0.tables(Builder.map(pcrPID: 0x1FE, audioPID: nil, videoPID: nil))
    $0.pcr(900_000, pid: 0x1FE)
    for index in 1...2 {
      $0.pcr(900_000 + Int64(index) * 90_000, pid: 0x1FE)
      $0.id3(Builder.tag(index - 1), pts: 900_000 + Int64(index) * 90_000)
    }
  },
  EdgeCase(
    "in a stream of only tags, times count from the first tag",
    tags: EdgeCase.numbered(0..<2),
    streamNotes: ["psi-interval"],
    times: [0, 10]
  ) {
    $0.tables(Builder.map(pcrPID: ProgramMap.noPCR, audioPID: nil, videoPID: nil))
    $0.id3(Builder.tag(0), pts: 900_000)
    $0.id3(Builder.tag(1), pts: 1_800_000)
  },
  EdgeCase(
    "in a stream of only tags, times follow the PTS of the tags even if the tags are far apart",
    tags: EdgeCase.numbered(0..<5),
    tagNotes: [],
    streamNotes: ["psi-interval"],
    times: [0, 10, 70, 380, 3980]
  ) {
    $0.tables(Builder.map(pcrPID: ProgramMap.noPCR, audioPID: nil, videoPID: nil))
    farApart(&$0)
  },
  EdgeCase(
    "times follow the PTS of the tags if the PMT names a PCR PID without packets",
    tags: EdgeCase.numbered(0..<5),
    tagNotes: [],
    times: [0, 10, 70, 380, 3980]
  ) {
    $0.tables(Builder.map(pcrPID: 0x1FE, audioPID: nil, videoPID: nil))
    farApart(&$0)
  },
  EdgeCase(
    "times follow the PTS of the tags if audio, video and PCR were filtered out",
    tags: EdgeCase.numbered(0..<5),
    tagNotes: [],
    times: [0, 10, 70, 380, 3980]
  ) {
    $0.tables()
    farApart(&$0)
  },
  EdgeCase(
    "times follow the PTS of the tags if the stream has no tables",
    tags: EdgeCase.numbered(0..<5),
    tagNotes: ["pmt-undeclared"],
    streamNotes: ["pmt-undeclared", "psi-missing"],
    times: [0, 10, 70, 380, 3980]
  ) { farApart(&$0) },
  EdgeCase(
    "a jump of the PTS in a stream of only tags is reported",
    tags: EdgeCase.numbered(0..<3),
    streamNotes: ["clock-pts-jump", "clock-pts-backward"],
    times: [0, 0, 0]
  ) {
    $0.tables(Builder.map(pcrPID: ProgramMap.noPCR, audioPID: nil, videoPID: nil))
    $0.id3(Builder.tag(0), pts: 900_000)
    $0.id3(Builder.tag(1), pts: 900_000_000)
    $0.id3(Builder.tag(2), pts: 1_000)
  },
  EdgeCase(
    "a tag before the first frame waits for the clock",
    tags: EdgeCase.numbered(0..<2),
    times: [-0.5, 0]
  ) {
    $0.tables()
    $0.id3(Builder.tag(0), pts: 900_000)
    $0.audio(pts: 945_000)
    $0.id3(Builder.tag(1), pts: 945_000)
  },
  EdgeCase(
    "a tag whose PTS is hours off gets the time of the clock instead",
    tags: EdgeCase.numbered(0..<7),
    times: [0.5, 1.5, 2.5, 5.0, 4.5, 5.5, 6.5],
    build: {
      $0.tables()
      for second in 0..<10 {
        $0.audio(pts: 900_000 + Int64(second) * 90_000)
        let isWrong = second == 3
        guard second < 7 else { continue }
        $0.id3(
          Builder.tag(second),
          pts: 945_000 + Int64(second) * 90_000 + (isWrong ? 3_600_000_000 : 0)
        )
      }
    }
  ),
  EdgeCase(
    "one wrong audio PTS does not change later times",
    tags: EdgeCase.numbered(0..<2),
    streamNotes: ["clock-pts-backward", "clock-pts-jump"],
    times: [0, 9],
    build: {
      $0.tables()
      $0.audio(pts: 90_000_000)
      $0.id3(Builder.tag(0), pts: 90_000_000)
      for second in 1..<10 {
        $0.audio(pts: second == 5 ? 900 : 90_000_000 + Int64(second) * 90_000)
      }
      $0.id3(Builder.tag(1), pts: 90_000_000 + 810_000)
    }
  ),
  EdgeCase(
    "one audio PTS that is half a minute ahead does not change later times",
    tags: EdgeCase.numbered(0..<10),
    streamNotes: ["clock-pts-backward"],
    times: (0..<10).map { Double($0) },
    build: {
      $0.tables()
      for second in 0..<10 {
        let pts = 90_000_000 + Int64(second) * 90_000
        $0.audio(pts: second == 5 ? pts + 2_700_000 : pts)
        $0.id3(Builder.tag(second), pts: pts)
      }
    }
  ),
  EdgeCase(
    "one audio PTS that is half a minute behind does not change later times",
    tags: EdgeCase.numbered(0..<10),
    streamNotes: ["clock-pts-backward"],
    times: (0..<10).map { Double($0) },
    build: {
      $0.tables()
      for second in 0..<10 {
        let pts = 90_000_000 + Int64(second) * 90_000
        $0.audio(pts: second == 5 ? pts - 2_700_000 : pts)
        $0.id3(Builder.tag(second), pts: pts)
      }
    }
  ),
  EdgeCase(
    "video in another time base does not move the tags away from their audio",
    tags: EdgeCase.numbered(0..<3),
    streamNotes: ["clock-pts-backward"],
    times: [0, 1, 2],
    build: {
      $0.tables()
      for second in 0..<3 {
        $0.video(pts: 3_600_000_000 + Int64(second) * 90_000)
        $0.audio(pts: 900_000 + Int64(second) * 90_000)
        $0.id3(Builder.tag(second), pts: 900_000 + Int64(second) * 90_000)
      }
    }
  ),
  EdgeCase(
    "in a stream without tables, audio and video are recognized by their stream_id",
    tags: EdgeCase.numbered(0..<100),
    streamNotes: ["pmt-undeclared", "psi-missing"],
    times: (0..<100).map { Double($0) + 0.9 },
    build: { $0.tags(100) }
  ),
  EdgeCase(
    "time starts at the first frame even if the tables come later",
    tags: EdgeCase.numbered(0..<2),
    times: [1.9, 2.9],
    build: {
      $0.audio(pts: 900_000)
      $0.audio(pts: 909_000)
      $0.tables()
      $0.tags(2, start: 990_000)
    }
  ),
]
