import ISOMedia
import Testing

@Suite("boxes of ISO base media")
struct BoxTests {
  private static func message(_ due: EventMessageBox.Due) -> EventMessageBox {
    EventMessageBox(
      scheme: "https://aomedia.org/emsg/ID3",
      value: "a",
      timescale: 48_000,
      due: due,
      duration: .max,
      id: 7,
      data: [0x49, 0x44, 0x33]
    )
  }

  @Test(
    "a written event message box is read back unchanged",
    arguments: [
      EventMessageBox.Due.delta(0), .delta(.max), .presentation(0), .presentation(1 << 40),
    ]
  )
  func messages(due: EventMessageBox.Due) throws {
    let bytes = Self.message(due).bytes()
    let header = try #require(try BoxHeader(bytes[...]))
    #expect(header.type == .eventMessage)
    #expect(header.payloadSize == Int64(bytes.count - 8))
    let read = try EventMessageBox(parsing: bytes[8...])
    #expect(read == Self.message(due))
  }

  @Test("an event message box cut at any byte is refused or has less message_data")
  func cuts() throws {
    let bytes = Self.message(.presentation(5)).bytes()
    for end in 8..<bytes.count {
      do throws(EventMessageBox.Fault) {
        let read = try EventMessageBox(parsing: bytes[8..<end])
        #expect(end >= bytes.count - 3)
        #expect(read.data.count == 3 - (bytes.count - end))
      } catch {
        #expect(error == .malformed(.cut) || error.isMissingEnd, "\(end)")
      }
    }
  }

  @Test("an event message box without a NUL after its value is refused")
  func missingEnd() throws {
    let bytes = Self.message(.presentation(5)).bytes(endsValue: false)
    #expect(throws: EventMessageBox.Fault.self) {
      try EventMessageBox(parsing: bytes[8...])
    }
  }

  @Test("a box walk finds nested boxes, and ends at the first incomplete box")
  func walk() {
    let inner = BoxBytes.box("tfdt", [0, 0, 0, 0, 0, 0, 0, 9])
    let bytes = BoxBytes.box("moof", BoxBytes.box("traf", inner)) + BoxBytes.box("mdat", [1, 2])
    #expect(BoxWalk.boxes(bytes, in: bytes.indices).map(\.type) == ["moof", "mdat"])
    #expect(BoxWalk.boxes(bytes, in: 0..<bytes.count - 1).map(\.type) == ["moof"])
    let time = BoxWalk.first(["moof", "traf", "tfdt"], in: bytes)
    #expect(time.map { BoxBytes.number(bytes, at: $0.content.lowerBound + 4, 4) } == 9)
    #expect(BoxWalk.first(["moof", "trun"], in: bytes) == nil)
  }
}

extension EventMessageBox.Fault {
  fileprivate var isMissingEnd: Bool {
    guard case .malformed(let fault) = self else { return false }
    return fault.reason.hasSuffix("not terminated")
  }
}
