import NielsenTag
import Testing

@testable import Conformance

@Suite("The byte order of sequence numbers")
struct SequenceOrderTests {
  private func blob(_ low: UInt8, _ high: UInt8) throws -> WatermarkBlob {
    try #require(WatermarkBlob(bytes: [low, high] + [UInt8](repeating: 0, count: 123)))
  }

  @Test("the byte order in which the numbers count up is chosen", arguments: [true, false])
  func best(_ isLittle: Bool) throws {
    var order = SequenceOrder()
    #expect(order.best == nil)
    for number in UInt8(1)...4 {
      let (from, to) =
        isLittle
        ? (try blob(number, 0), try blob(number + 1, 0))
        : (try blob(0, number), try blob(0, number + 1))
      order.observe(from, to)
    }
    #expect(order.pairs == 4)
    #expect(order.best == (isLittle ? .littleEndian : .bigEndian))
    order.observe(try blob(9, 9), try blob(9, 9))
    #expect(order.best != nil)
    order.observe(try blob(9, 9), try blob(9, 9))
    #expect(order.best == nil)
  }

  @Test("the byte order is certain after 64 pairs", arguments: [(63, false), (64, true)])
  func certain(_ pairs: Int, _ isCertain: Bool) throws {
    var order = SequenceOrder()
    for _ in 0..<pairs { order.observe(try blob(1, 0), try blob(2, 0)) }
    #expect(order.best == .littleEndian)
    #expect(order.certain == (isCertain ? .littleEndian : nil))
  }

  @Test(
    "a step between two numbers is classified as up, as repeated, or by the missing numbers",
    arguments: [
      (1, .up), (2, .missing(1)), (0, .repeated), (255, .missing(254)),
    ] as [(UInt8, SequenceStep)]
  )
  func steps(_ number: UInt8, _ step: SequenceStep) throws {
    #expect(SequenceStep(try blob(0, 0), try blob(number, 0), .littleEndian) == step)
  }

  @Test("a step of less than half the range is forward, and a larger step is backward")
  func half() throws {
    let zero = try blob(0, 0)
    #expect(SequenceStep(zero, try blob(0xff, 0x7f), .littleEndian) == .missing(0x7ffe))
    #expect(SequenceStep(zero, try blob(0, 0x80), .littleEndian) == .backward)
    #expect(SequenceStep(try blob(0xff, 0xff), zero, .littleEndian) == .up)
  }
}
