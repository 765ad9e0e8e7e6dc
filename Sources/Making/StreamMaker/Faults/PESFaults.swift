import TransportStream

/// Faults of the rules in the group `transport`: PES packets.
extension Fault {
  static let pesFaults: [Fault] = [
    Fault(
      "pes-pts-missing",
      "One tag has no PTS.",
      alsoBreaks: ["clock-estimated"],
      .pesOfStruckTag { pes in
        var pes = pes
        pes.pts = nil
        return [pes]
      }
    ),
    Fault(
      "pes-stream-id",
      "Every tag has stream_id 0x0D.",
      .everyPES { $0.streamID = 0x0d }
    ),
    Fault(
      "pes-mau-header",
      "Every tag is in a metadata access unit cell, with stream_id 0xFC.",
      FaultChanges(pes: { pes, tag in
        var pes = pes
        pes.streamID = PESHeader.metadataStream
        let number = UInt8(truncatingIfNeeded: tag.content.sequence)
        pes.payload = cellHeader(number: number, count: pes.payload.count) + pes.payload
        return [pes]
      })
    ),
    Fault(
      "pes-alignment",
      "No tag has the data alignment indicator.",
      .everyPES { $0.isDataAligned = false }
    ),
    Fault(
      "pes-length",
      "Every tag has PES_packet_length 0.",
      .everyPES { $0.length = .fixed(0) }
    ),
    Fault("pes-dts", "Every tag has a DTS.", .everyPES { $0.dts = $0.pts }),
    Fault(
      "pes-marker-bits",
      "The marker bits in the PTS of one tag are zeros.",
      .packetsOfStruckTag { packets in
        var packets = packets
        for index in [9, 11, 13] where packets[0].payload.indices.contains(index) {
          packets[0].payload[index] &= 0xfe
        }
        return packets
      }
    ),
    Fault(
      "pes-multiple-tags",
      "The PES packet of one tag has a second tag.",
      .pesOfStruckTag { pes in
        var pes = pes
        let text = ID3Bytes.text(description: "id3tap", value: "second tag")
        pes.payload += ID3Bytes.tag(frames: [text])
        return [pes]
      }
    ),
    Fault(
      "ts-id3-pid-shared",
      "An ID3 tag of another owner follows every tag on the same PID.",
      FaultChanges(pes: { pes, _ in
        var other = pes
        let text = ID3Bytes.text(description: "id3tap", value: "segment")
        other.payload = ID3Bytes.tag(frames: [text])
        return [pes, other]
      })
    ),
    Fault(
      "pes-split-tag",
      "One tag is split over two PES packets.",
      .pesOfStruckTag { pes in
        var start = pes
        start.payload = Array(pes.payload.prefix(170))
        return [start, PESPacket(payload: Array(pes.payload.dropFirst(170)))]
      }
    ),
    Fault(
      "pes-payload-start",
      "Sixteen bytes precede every tag.",
      .everyPES { $0.payload = [UInt8](repeating: 0x55, count: 16) + $0.payload }
    ),
    Fault(
      "pes-empty",
      "A PES packet of ten zeros follows one tag.",
      .pesOfStruckTag { pes in
        [pes, PESPacket(pts: pes.pts, payload: [UInt8](repeating: 0, count: 10))]
      }
    ),
    Fault(
      "ffmpeg-stripped-header",
      "Every tag lacks its first five bytes, as after a copy by FFmpeg before 6.1.",
      .everyPES { $0.payload.removeFirst(min(5, $0.payload.count)) }
    ),
  ]

  /// The header of a metadata access unit cell (ISO/IEC 13818-1, 2.12.4): service, number, flags for a complete unit
  /// and random access, reserved bits, and length.
  private static func cellHeader(number: UInt8, count: Int) -> [UInt8] {
    [0, number, 0xdf, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
  }
}
