import Testing

@testable import Commands

@Suite("Numbers in the names of joined segments")
struct SegmentNumbersTests {
  @Test(
    "a missing number is reported if at least half of the numbers increase by one",
    arguments: [
      (
        ["s1.ts", "s2.ts", "s4.ts"],
        [2: "number 3 is missing between s2.ts and s4.ts: its content was not read"]
      ),
      (
        ["init.mp4", "s8.m4s", "s9.m4s", "s12.m4s", "s13.m4s"],
        [3: "numbers 10 to 11 are missing between s9.m4s and s12.m4s: their content was not read"]
      ),
      (["a-1-09.ts", "a-1-10.ts", "a-1-11.ts"], [:]),
      (["100.ts", "106.ts", "112.ts", "118.ts"], [:]),
      (["a1.ts", "a2.ts", "b5.ts", "b6.ts"], [:]),
      (["a.ts"], [:]), (["a1.ts", "a3.ts"], [:]), ([], [:]),
      (["s1.ts", "s99999999999999999999.ts", "s2.ts", "s3.ts"], [:]),
    ] as [([String], [Int: String])]
  )
  func holes(_ names: [String], _ expected: [Int: String]) {
    let holes = SegmentNumbers.holes(in: names.map { FileName($0) })
    #expect(holes == expected)
  }
}
