import Glibc
import ReaderTestSupport
import Synchronization
import TestSupport
import Testing

@testable import TimedMetadata

/// Sends datagrams to a port of this machine.
private struct Sender {
  struct Failure: Error {}

  private let descriptor: Int32
  private var address = sockaddr_in()

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure() }
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  }

  func send(_ bytes: [UInt8]) {
    var address = address
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  func end() { close(descriptor) }
}

@Suite(.ownThread, .serialized) struct NetworkSourceTests {
  private func read(_ source: NetworkSource, _ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < count {
      let more = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
      if more == 0 { return bytes }
      bytes += buffer.prefix(more)
    }
    return bytes
  }

  @Test(
    "UDP datagrams of any size are returned whole and in order",
    arguments: [1316, 188, 9000, 60_000]
  )
  func udp(size: Int) throws {
    let port = try UDPPort().number
    let source = try NetworkSource(url: "udp://127.0.0.1:\(port)")
    let sender = try Sender(port: port)
    defer { sender.end() }
    let datagrams = (0..<3).map { [UInt8](repeating: UInt8($0 + 1), count: size) }
    for datagram in datagrams { sender.send(datagram) }
    let isSame = try read(source, 3 * size) == datagrams.flatMap { $0 }
    #expect(isSame)
  }

  @Test("the payloads of RTP packets are returned in order, and losses are reported")
  func rtp() throws {
    let port = try UDPPort().number
    var reports: [String] = []
    let source = try NetworkSource(url: "rtp://127.0.0.1:\(port)") {
      false
    } report: {
      reports.append($0)
    }
    let sender = try Sender(port: port)
    defer { sender.end() }
    func send(_ number: UInt8) {
      let header = [0x80, 33, 0, number] + hex("00000000" + "00000001")
      sender.send(header + [UInt8](repeating: number, count: 1316))
    }
    let numbers: [UInt8] = [1, 3, 2, 4] + Array(7...7 + UInt8(RTPSequencer.window))
    for number in numbers { send(number) }
    let expected = numbers.sorted().flatMap { [UInt8](repeating: $0, count: 1316) }
    let isSame = try read(source, expected.count) == expected
    #expect(isSame)
    #expect(reports.contains("2 RTP packets were lost"))
  }

  @Test(
    "the error for RTP at a udp URL, or plain datagrams at an rtp URL, has the right scheme",
    arguments: [
      ("udp", true, 1, "rtp://"), ("rtp", false, 1, "udp://"), ("rtp", false, 8, "udp://"),
    ]
  )
  func wrongScheme(scheme: String, hasRTP: Bool, count: Int, remedy: String) throws {
    let port = try UDPPort().number
    let source = try NetworkSource(
      url: "\(scheme)://127.0.0.1:\(port)",
      idleTimeout: .milliseconds(count == 1 ? 200 : 30_000)
    )
    let sender = try Sender(port: port)
    defer { sender.end() }
    let packets = (0..<7).flatMap { _ in
      [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0, count: 184)
    }
    for number in 0..<count {
      sender.send((hasRTP ? [0x80, 33, 0, UInt8(number)] + hex("0000000000000001") : []) + packets)
    }
    let error = #expect(throws: TimedMetadataError.self) { try read(source, 100_000) }
    #expect(error?.reason.contains("RTP") == true)
    #expect(error?.remedy.contains(remedy) == true)
  }

  @Test(
    "plain datagrams at a udp URL, and RTP at an rtp URL next to RTCP packets, are read"
  )
  func rightScheme() throws {
    let packets = (0..<7).flatMap { _ in
      [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0, count: 184)
    }
    for scheme in ["udp", "rtp"] {
      let port = try UDPPort().number
      let source = try NetworkSource(url: "\(scheme)://127.0.0.1:\(port)")
      let sender = try Sender(port: port)
      defer { sender.end() }
      for number in 0..<12 {
        if scheme == "rtp" { sender.send([0x80, 200, 0, 6] + [UInt8](repeating: 0, count: 24)) }
        let header = [0x80, 33, 0, UInt8(number)] + hex("0000000000000001")
        sender.send((scheme == "rtp" ? header : []) + packets)
      }
      let bytes = try read(source, 12 * packets.count)
      #expect(bytes.count == 12 * packets.count)
    }
  }

  @Test("the error of a failed SRT connection does not contain the passphrase")
  func secret() throws {
    let url = "srt://user:secret@127.0.0.1:1?passphrase=secretsecret&connect_timeout=100"
    let error = try #require(throws: TimedMetadataError.self) { try NetworkSource(url: url) }
    #expect(error.reason.contains("Connection to srt://127.0.0.1:1"))
    #expect(!error.description.contains("secret"))
  }

  @Test("a wait for bytes ends when it is cancelled", arguments: ["udp", "rtp", "srt"])
  func interrupted(scheme: String) throws {
    let port = try UDPPort().number
    var asked = 0
    let options = scheme == "srt" ? "?mode=listener" : ""
    let error = #expect(throws: TimedMetadataError.self) {
      let source = try NetworkSource(url: "\(scheme)://127.0.0.1:\(port)\(options)") {
        asked += 1
        return asked > 2
      }
      _ = try read(source, 1)
    }
    #expect(error?.code == .cancelled)
  }

  @Test("a feed without data fails after the idle timeout")
  func silent() throws {
    let port = try UDPPort().number
    let source = try NetworkSource(url: "udp://127.0.0.1:\(port)", idleTimeout: .milliseconds(1))
    let error = #expect(throws: TimedMetadataError.self) { try read(source, 1) }
    #expect(error?.code == .cannotRead)
    #expect(error?.reason.contains("received nothing") == true)
  }

  @Test("a feed without data is reported once before its idle timeout")
  func reportedSilence() throws {
    let port = try UDPPort().number
    var reported: [String] = []
    let source = try NetworkSource(
      url: "udp://127.0.0.1:\(port)",
      idleTimeout: .seconds(1),
      noticeDelay: .milliseconds(1),
      wait: { reported.append($0) }
    )
    #expect(throws: TimedMetadataError.self) { try read(source, 1) }
    #expect(reported == ["received nothing for 1 ms: waiting for up to 1 s in total"])
  }

  @Test("a local address that this machine does not have gives an error")
  func refused() throws {
    let error = #expect(throws: TimedMetadataError.self) {
      try NetworkSource(url: "udp://127.0.0.1:5000?localaddr=192.0.2.77")
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.reason.contains("cannot be opened") == true)
  }
}
