import StreamMaker
import Testing

@Suite struct FaultTests {
  @Test("every fault has a unique id and a summary in one line")
  func names() {
    #expect(Set(Fault.allCases.map(\.id)).count == Fault.allCases.count)
    for fault in Fault.allCases {
      #expect(fault.id.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
      #expect(fault.summary.hasSuffix("."))
      #expect(!fault.summary.contains("\n"))
      #expect(!fault.alsoBreaks.contains(fault.id))
      #expect(Fault(fault.id) == fault)
    }
    #expect(Fault("no-such-fault") == nil)
  }

  @Test(
    "a fault shows in a stream of its minimum duration, and a shorter stream is refused",
    arguments: Fault.allCases.filter { $0.form == .stream }.map(\.id)
  )
  func minimum(id: String) throws {
    let fault = try #require(Fault(id))
    let minutes = fault.minimumSeconds / 60
    let clean = try make(StreamMakerOptions(minutes: minutes))
    let faulty = try make(StreamMakerOptions(minutes: minutes, fault: fault))
    let isSame = clean == faulty
    #expect(!isSame)
    let error = #expect(throws: StreamMakerError.self) {
      try make(StreamMakerOptions(minutes: minutes - 0.1, fault: fault))
    }
    #expect(error?.code == .fault)
    #expect(error?.description.contains("--minutes") == true)
  }
}
