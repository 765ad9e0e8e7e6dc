import Testing

@testable import Formats

@Suite struct NearestNameTests {
  @Test(
    "the most similar name is suggested",
    arguments: [
      ("extrct", "extract"), ("EXTRACT", "extract"), ("chekc", "check"), ("chcek", "check"),
      ("ping", "pings"), ("playr", "player"), ("recording.ts", nil), ("x", nil), ("", nil),
    ]
  )
  func nearest(text: String, name: String?) {
    let names = ["extract", "check", "pings", "player", "report"]
    #expect(NearestName.of(text, in: names) == name)
  }

  @Test(
    "the distance of two texts counts two swapped adjacent letters as one change",
    arguments: [
      ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("a", "b", 1),
    ]
  )
  func distance(left: String, right: String, distance: Int) {
    #expect(NearestName.distance(left, right) == distance)
    #expect(NearestName.distance(right, left) == distance)
  }

  @Test(
    "text is near a name if it begins with a similar name",
    arguments: [
      ("com.example.timestamp", true), ("\u{3}com.example.timestamp", true),
      ("Com.Example.Timestamp", true), ("com.example.timstamp.utc", true),
      ("com.exmaple.timestamp", true), ("com.example.timesta", true),
      ("com.example.time", false), ("com.example.duration", false), ("", false),
      ("org.example.timestamp", false),
    ]
  )
  func near(text: String, isNear: Bool) {
    #expect(NearestName.isNear(text, "com.example.timestamp") == isNear)
  }
}
