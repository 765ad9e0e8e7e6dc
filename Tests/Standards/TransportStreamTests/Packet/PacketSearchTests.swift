import Testing

@testable import TransportStream

@Suite struct PacketSearchTests {
  func search(
    _ bytes: [UInt8],
    isLast: Bool = true,
    allowsShortRun: Bool = true,
    from start: Int = 0
  ) -> PacketSearch.Outcome {
    bytes.withUnsafeBytes {
      PacketSearch.search(
        $0,
        from: start,
        isLast: isLast,
        beginsInput: true,
        allowsShortRun: allowsShortRun,
        preferring: .plain
      )
    }
  }

  static func packets(_ count: Int, stride: Int) -> [UInt8] {
    (0..<count * stride).map { $0 % stride == 0 ? 0x47 : 0 }
  }

  @Test(
    "packets are found after any number of other bytes",
    arguments: PacketFraming.allCases,
    [0, 1, 187, 999]
  )
  func junk(framing: PacketFraming, count: Int) {
    let bytes = [UInt8](repeating: 0x11, count: count) + Self.packets(6, stride: framing.stride)
    #expect(search(bytes) == .found(position: count, framing: framing))
  }

  @Test("a single sync byte among other bytes is skipped")
  func falseSync() {
    var bytes = [UInt8](repeating: 0x11, count: 100) + Self.packets(6, stride: 188)
    bytes[10] = 0x47
    #expect(search(bytes) == .found(position: 100, framing: .plain))
  }

  @Test("the search for packets waits until there are enough bytes, or the input ends")
  func undecided() {
    let bytes = Self.packets(4, stride: 188)
    #expect(search(bytes, isLast: false) == .undecided(position: 0))
    #expect(search(bytes, isLast: true) == .found(position: 0, framing: .plain))
  }

  @Test("a single packet is a stream only if it is the whole input")
  func single() {
    let packet = Self.packets(1, stride: 188)
    #expect(search(packet) == .found(position: 0, framing: .plain))
    #expect(search([1] + packet) == .undecided(position: 189))
  }

  @Test("fewer than 188 bytes are never a stream")
  func short() {
    #expect(search(Array(Self.packets(1, stride: 188).prefix(187))) == .undecided(position: 187))
  }

  @Test("a short run of packets at the end of a long input is ignored unless it continues a stream")
  func shortRun() {
    let bytes = [UInt8](repeating: 1, count: 5000) + Self.packets(3, stride: 188)
    #expect(search(bytes, allowsShortRun: false) == .undecided(position: bytes.count))
    #expect(search(bytes, allowsShortRun: true) == .found(position: 5000, framing: .plain))
  }
}
