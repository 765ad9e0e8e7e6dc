import Testing

@testable import Presentation

@Suite struct SegmentPlacesTests {
  private static func places(_ count: Int) -> SegmentPlaces {
    var places = SegmentPlaces()
    for number in 0..<count {
      places.append(
        SegmentPlaces.Place(
          offset: Int64(number) * 100,
          fileOffset: 0,
          uri: "\(number)",
          mediaSequence: number,
          start: 0
        )
      )
    }
    return places
  }

  @Test(
    "a position is in the segment that began last in front of it",
    arguments: [
      (0, "0"), (99, "0"), (100, "1"), (250, "2"), (1_000_000, "2"), (-5, "0"), (nil, "2"),
    ] as [(Int64?, String)]
  )
  func position(offset: Int64?, uri: String) {
    #expect(Self.places(3).place(of: offset)?.uri == uri)
  }

  @Test("without a segment there is no place", arguments: [0, nil] as [Int64?])
  func nothing(offset: Int64?) {
    #expect(SegmentPlaces().place(of: offset)?.uri == nil)
  }

  @Test("the latest segments are known, however many there were")
  func bounded() {
    let count = SegmentPlaces.capacity * 3
    let places = Self.places(count)
    let first = count - SegmentPlaces.capacity
    #expect(places.place(of: Int64(first) * 100)?.uri == "\(first)")
    #expect(places.place(of: 0)?.uri == "\(first)")
    #expect(places.place(of: nil)?.uri == "\(count - 1)")
  }
}
