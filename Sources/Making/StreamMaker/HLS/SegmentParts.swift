import TransportStream

/// A part of a segment, as listed in a playlist (rfc8216bis, section 4.4.4.9).
struct WrittenPart {
  var uri: String
  /// The duration, in 90 kHz ticks.
  var duration: Int64
}

enum SegmentParts {
  /// The number of bytes searched for a suitable position to cut.
  private static let searchSize = 64 << 10
  private static let packetSize = 188

  /// The number of parts of a segment. `duration` and `partTicks` are in 90 kHz ticks.
  static func count(of duration: Int64, partTicks: Int64) -> Int {
    max(1, Int((duration + partTicks - 1) / max(1, partTicks)))
  }

  /// Divides a segment into `count` ranges of similar size. In a transport stream, each cut is moved to the next packet
  /// that starts a PES packet or a section, which keeps tags whole. In packed audio, each cut is moved to the next
  /// bytes that look like a frame header. If there is none within `searchSize` bytes, the cut stays at the position
  /// that makes the sizes equal (in a transport stream, at the start of that packet).
  ///
  /// - Parameters:
  ///   - bytes: The segment.
  ///   - count: The number of parts.
  ///   - cutsTag: Whether to move the nearest cut into the first tag that has several packets.
  /// - Returns: Consecutive ranges that cover the segment.
  static func ranges(of bytes: [UInt8], count: Int, cutsTag: Bool = false) -> [Range<Int>] {
    var starts = [0]
    for index in 1..<max(1, count) {
      let wanted = bytes.count * index / count
      starts.append(max(starts.last ?? 0, cut(bytes, near: wanted)))
    }
    if cutsTag, let place = placeInTag(bytes),
      let nearest = starts.indices.dropFirst().min(by: {
        abs(starts[$0] - place) < abs(starts[$1] - place)
      })
    {
      starts[nearest] = place
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
  }

  /// The end of the first packet of the first tag that has several packets. Nil if there is no such tag.
  private static func placeInTag(_ bytes: [UInt8]) -> Int? {
    guard bytes.first == TransportPacket.syncByte, bytes.count.isMultiple(of: packetSize) else {
      return nil
    }
    return bytes.withUnsafeBytes { bytes in
      func packet(_ end: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[end - packetSize..<end])
      }
      return stride(from: packetSize, to: bytes.count, by: packetSize).first { end in
        let (first, second) = (packet(end), packet(end + packetSize))
        return PacketFields.startsTag(first) && !PacketFields.startsUnit(second)
          && PacketFields.pid(first) == PacketFields.pid(second)
      }
    }
  }

  private static func cut(_ bytes: [UInt8], near wanted: Int) -> Int {
    let end = min(bytes.count, wanted + searchSize)
    if bytes.first == 0x47, bytes.count % packetSize == 0 {
      let first = wanted / packetSize * packetSize
      // payload_unit_start_indicator (ISO/IEC 13818-1, 2.4.3.2).
      return stride(from: first, to: end, by: packetSize)
        .first { bytes[$0 + 1] & 0x40 != 0 } ?? first
    }
    return (wanted..<max(wanted, end - 1))
      .first { bytes[$0] == 0xFF && bytes[$0 + 1] & 0xF0 == 0xF0 } ?? wanted
  }
}
