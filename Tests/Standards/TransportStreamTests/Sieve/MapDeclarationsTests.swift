import TestSupport
import Testing

@testable import TransportStream

@Suite struct MapDeclarationsTests {
  @Test("a PMT that follows Apple's specification gives no note")
  func right() {
    #expect(MapDeclarations(StreamBuilder.map(), at: 0).notes.isEmpty)
    #expect(MapDeclarations(StreamBuilder.map(id3: []), at: 0).notes.isEmpty)
  }

  @Test("each difference of a PMT from Apple's specification gives a note")
  func wrong() {
    var map = StreamBuilder.map(id3: [
      ElementaryStream(type: .privateData, pid: 0x0F, descriptors: [.id3Registration])
    ])
    map.descriptors = []
    let notes = MapDeclarations(map, at: 0).notes
    #expect(
      notes.map(\.rule) == [
        "pmt-stream-type", "pmt-metadata-descriptor", "pmt-pid", "pmt-metadata-pointer",
      ]
    )
    #expect(notes.map(\.pid) == [0x0F, 0x0F, 0x0F, nil])
    #expect(notes.allSatisfy { $0.program == 1 })
  }

  @Test("a note about a program is not repeated until the declaration log forgets the program")
  func log() {
    var log = DeclarationLog()
    var note = TransportNote(rule: "pmt-same-program", position: 188, program: 1, detail: "alone")
    #expect(log.take(note) == true)
    note.position = 376
    #expect(log.take(note) == false)
    log.forget(program: 2)
    #expect(log.take(note) == false)
    log.forget(program: 1)
    #expect(log.take(note) == true)
  }

  @Test(
    "a hostile stream cannot put more than the maximum number of notes into the declaration log"
  )
  func bound() {
    var log = DeclarationLog()
    let said = (0..<2000).filter {
      log.take(TransportNote(rule: "pmt-pid", position: 0, program: 1, detail: "\($0)"))
    }
    #expect(said.count == DeclarationLog.maximumCount)
  }

  @Test(
    "a PMT that changes only its version with every copy is reported once, at the third change"
  )
  func versions() {
    var program = Program(number: 1, mapPID: StreamBuilder.mapPID)
    let seen = (0..<8).map { version in
      let map = StreamBuilder.map(version: UInt8(version))
      defer { program.adopt(map) }
      return program.changesVersionAlone(with: map)
    }
    #expect(seen == [false, false, false, true, false, false, false, false])
  }
}
