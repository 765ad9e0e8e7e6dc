import Testing

@testable import TransportStream

@Suite struct PIDOwnersTests {
  @Test("the programs of a PID are listed once each, in the order of their assignment")
  func shared() {
    var owners = PIDOwners()
    #expect(owners.first(of: 0x100) == nil)
    for index in [2, 2, 0, 5, 0] { owners.assign(0x100, to: index) }
    owners.assign(0x101, to: 1)
    #expect(owners.first(of: 0x100) == 2)
    #expect(owners.further(of: 0x100) == [0, 5])
    #expect(owners.first(of: 0x101) == 1)
    #expect(owners.further(of: 0x101) == [])
    #expect(owners.hasShared)
  }

  @Test("the removal of all programs reports each of their PIDs once")
  func forgotten() {
    var owners = PIDOwners()
    owners.assign(0x100, to: 0)
    owners.assign(0x100, to: 1)
    owners.assign(0x1FF, to: 1)
    var named: [UInt16] = []
    owners.removeAll { named.append($0) }
    #expect(named == [0x100, 0x1FF])
    #expect(owners.first(of: 0x100) == nil)
    #expect(!owners.hasShared)
  }
}
