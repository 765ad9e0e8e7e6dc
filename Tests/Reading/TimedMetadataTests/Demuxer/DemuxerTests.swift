import Foundation
import TestSupport
import Testing

@testable import TimedMetadata
@testable import TransportStream

/// The payload of a PES packet, assembled from its transport packets without libavformat.
private struct AssembledPES: Equatable {
  var pts: Int64?
  var bytes: [UInt8] = []

  /// Nil if the PES header is incomplete.
  init?(_ pes: MetadataPES) {
    var unit: [UInt8] = []
    for start in stride(from: 0, to: pes.packets.count, by: 188) {
      let packet = pes.packets[start..<start + 188]
      let control = packet[start + 3] >> 4 & 3
      guard control & 1 == 1 else { continue }
      let adaptation = control & 2 == 2 ? 1 + Int(packet[start + 4]) : 0
      unit += packet.dropFirst(4 + adaptation)
    }
    guard unit.count >= 9 else { return nil }
    let header = Self.hasNoHeader(unit[3]) ? 6 : 9 + Int(unit[8])
    guard unit.count >= header else { return nil }
    let length = Int(unit[4]) << 8 | Int(unit[5])
    if header > 6, unit[7] & 0x80 != 0, unit[8] >= 5 {
      let field = unit[9..<14].map { Int64($0) }
      pts =
        (field[0] >> 1 & 7) << 30 | field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7
        | field[4] >> 1
    }
    let payload = unit.dropFirst(header)
    // If there are several packets, bytes after the declared length are kept, because the length is then wrong.
    let isOnePacket = pes.packets.count == 188
    bytes = Array(
      isOnePacket && 6 + length > header ? payload.prefix(6 + length - header) : payload
    )
  }

  private static func hasNoHeader(_ streamID: UInt8) -> Bool {
    [0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xF2, 0xF8, 0xFF].contains(streamID)
  }
}

@Suite("payloads that libavformat finds in whole PES packets")
struct DemuxerTests {
  private typealias Builder = StreamBuilder

  /// The ID3 PES packets of a stream.
  private static func packets(of bytes: [UInt8]) -> [MetadataPES] {
    let sieve = PIDSieve()
    bytes.withUnsafeBytes { sieve.feed($0) }
    sieve.finish()
    return sieve.output.takeItems().compactMap { if case .pes(let pes) = $0 { pes } else { nil } }
  }

  /// The paths of real streams and of the fuzzers' seeds.
  static let files: [String] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var folders = [tests.appendingPathComponent("Fuzz/Seeds/FuzzReader").path]
    folders.append(tests.deletingLastPathComponent().appendingPathComponent("SampleStreams").path)
    let seeds = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { !$0.contains(".") || $0.hasSuffix(".ts") }.map { "\(folder)/\($0)" }
    }
    return Corpus.transportStreams.map(\.path) + seeds.filter { !isFolder($0) }
  }()

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private func expectSameAsAssembled(_ bytes: [UInt8], _ label: String = "") throws {
    let packets = Self.packets(of: bytes)
    let payloads = try Demuxer.payloads(of: packets)
    #expect(payloads.count == packets.count)
    for (pes, payloads) in zip(packets, payloads) where pes.header?.streamID != 0xBE {
      let expected = AssembledPES(pes)
      let found = payloads.flatMap(\.bytes)
      #expect(found == expected?.bytes ?? [], "\(label) at \(pes.position.offset)")
      let hasPTS = !found.isEmpty && pes.header?.pts != nil
      if hasPTS {
        #expect(payloads.first?.pts == expected?.pts, "\(label) at \(pes.position.offset)")
      }
      // A PES packet alone gives the same payload as in a batch.
      #expect(try Demuxer.payloads(of: [pes]).first?.map(\.bytes) == payloads.map(\.bytes))
    }
  }

  @Test("libavformat finds the same payloads in files as a simple assembler", arguments: files)
  func file(path: String) throws {
    try expectSameAsAssembled([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
  }

  @Test("libavformat finds the same payloads as a simple assembler in damaged packets")
  func damaged() throws {
    var builder = Builder()
    builder.tables()
    for index in 0..<4 {
      builder.audio(pts: 900_000 + Int64(index) * 9000)
      builder.id3(Builder.tag(index), pts: 900_000 + Int64(index) * 9000)
    }
    let bytes = builder.bytes
    let packet = 188 * 3
    for position in packet + 4..<packet + 30 {
      for value: UInt8 in [0, 0x40, 0xFF] {
        var changed = bytes
        changed[position] = value
        try expectSameAsAssembled(changed, "\(value) at \(position - packet)")
      }
    }
  }

  @Test(
    "ffprobe finds PES packets on each declared ID3 PID, and at most as many as the sieve",
    .enabled(if: Tool.isThere("ffprobe"))
  )
  func ffprobe() throws {
    for expected in Corpus.transportStreams where !expected.tags.isEmpty {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: expected.path)))
      let packets = Self.packets(of: bytes)
      let found = try Demuxer.payloads(of: packets).flatMap { $0.map(\.pts) }
      for pid in Set(packets.map(\.pid)) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
          "ffprobe", "-v", "quiet", "-select_streams", "i:\(pid)", "-show_entries", "packet=pts",
          "-of", "csv=p=0", expected.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(
          decoding: output.fileHandleForReading.readDataToEndOfFile(),
          as: UTF8.self
        )
        process.waitUntilExit()
        let count = text.split(separator: "\n").count
        let own = packets.count { $0.pid == pid }
        // ffprobe finds a PID only after its first PMT.
        #expect(count <= own, "\(expected.input), PID \(pid)")
        #expect(count > 0 || !packets.contains { $0.pid == pid && !$0.isUndeclared })
      }
      #expect(found.count == packets.count)
    }
  }
}
