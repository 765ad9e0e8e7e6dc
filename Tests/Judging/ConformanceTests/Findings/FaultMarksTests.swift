import Testing

@testable import Conformance

@Suite struct FaultMarksTests {
  @Test("the faults of each rendition and program are marked separately")
  func marks() {
    var marks = FaultMarks()
    for time in [0, 9.9, 10, 639.9, 640, 12_805] { marks.mark(Place(time: time, pid: 1)) }
    marks.mark(Place(time: 25, rendition: "a"))
    marks.mark(Place(time: 35, program: 2))
    #expect(
      marks.all == [
        Subject(): [0, 1, 63, 64, 1280], Subject(rendition: "a"): [2], Subject(program: 2): [3],
      ]
    )
  }

  @Test(
    "times outside the strip are ignored",
    arguments: [nil, -1, .nan, .infinity, 1e300] as [Double?]
  )
  func noPlace(_ time: Double?) {
    var marks = FaultMarks()
    marks.mark(Place(time: time))
    #expect(marks.all.isEmpty)
  }

  @Test("the number of marks is limited, even if there are many streams")
  func bound() {
    var marks = FaultMarks()
    for program in 0..<100 { marks.mark(Place(time: 1_209_000, program: program)) }
    #expect(marks.all.count == 4)
    for program in 0..<4 { marks.mark(Place(time: 0, program: program)) }
    #expect(marks.all[Subject(program: 3)] == [0, 120_900])
  }
}
