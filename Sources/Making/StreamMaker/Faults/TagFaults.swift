import NielsenTag
import TransportStream

/// Byte offsets of fields in a tag of 271 bytes.
private enum TagOffset {
  static let flags = 5
  static let size = 6..<10
  static let payload = 20
  static let privateData = 270

  static func of(_ field: PayloadField) -> Int { payload + field.offset }
}

/// Faults of the rules in the group `tag`: the bytes of single tags.
extension Fault {
  static let tagFaults: [Fault] = [
    Fault(
      "tag-present",
      "No tag has Nielsen's owner identifier.",
      alsoBreaks: ["tag-count"],
      FaultChanges(bytes: { bytes, _ in
        bytes.replaceSubrange(TagOffset.payload..<TagOffset.payload + 11, with: "www.example".utf8)
      })
    ),
    Fault(
      "tag-count",
      "DATA tags are sent every 15 s instead of every 10 s.",
      minimumSeconds: 60,
      FaultChanges(plan: { tag, _ in
        guard tag.kind == .data else { return [tag] }
        var tag = tag
        let delay = 5 * (tag.index + 1)
        tag.releaseTime += Double(delay)
        tag.content.delay(by: delay)
        return [tag]
      })
    ),
    Fault(
      "tag-layout",
      "In one tag a letter replaces the slash between the two offsets.",
      .bytesOfStruckTag {
        $0[TagOffset.payload + PayloadField.pcOffset.end] = UInt8(ascii: "A")
      }
    ),
    Fault(
      "tag-encoding",
      "In one tag, the CID of the Final Distributor contains a plus sign, as in standard base64.",
      .bytesOfStruckTag { $0[TagOffset.of(.fdCID) + 3] = UInt8(ascii: "+") }
    ),
    Fault(
      "tag-header",
      "One tag lacks the flag in its ID3 header.",
      .bytesOfStruckTag { $0[TagOffset.flags] = 0 }
    ),
    Fault(
      "tag-trailer",
      "One tag ends with a zero instead of the letter A.",
      .bytesOfStruckTag { $0[TagOffset.privateData] = 0 }
    ),
    Fault(
      "tag-extra-frames",
      "One tag has a TXXX frame after its PRIV frame.",
      alsoBreaks: ["tag-header"],
      .bytesOfStruckTag {
        $0 += ID3Bytes.text(description: "id3tap", value: "extra frame")
        $0.replaceSubrange(TagOffset.size, with: ID3Bytes.synchsafe($0.count - 10))
      }
    ),
    Fault(
      "tag-truncated",
      "One tag has only 170 of its 271 bytes.",
      alsoBreaks: ["tag-sequence", "cadence-gap", "cadence-tag-time-gap"],
      .bytesOfStruckTag { $0.removeLast($0.count - 170) }
    ),
    Fault(
      "tag-trailing-bytes",
      "Twelve bytes that are not padding follow one tag.",
      .bytesOfStruckTag { $0 += [0x00, 0x41, 0x00, 0x7f] + [UInt8](repeating: 0x55, count: 8) }
    ),
    Fault(
      "tag-checksum",
      "One tag was changed after its checksum was made.",
      .bytesOfStruckTag(changeWatermark)
    ),
    Fault("tag-type", "One tag has type 7.", .contentOfStruckTag { $0.typeByte = 7 }),
    Fault(
      "tag-sequence",
      "Three sequence numbers are missing before every tenth DATA tag.",
      minimumSeconds: 110,
      FaultChanges(content: { content, tag in
        guard tag.kind == .data else {
          // An INFO tag continues the numbering of the DATA tag before it.
          content.sequence &+= 3 * jumps(before: Int(tag.releaseTime / 10))
          return
        }
        content.sequence &+= 3 * jumps(before: tag.index + 1)
      })
    ),
    Fault(
      "tag-duplicate",
      "One tag is repeated one second later.",
      alsoBreaks: ["tag-sequence", "cadence-overlap"],
      FaultChanges(plan: { tag, _ in
        guard tag.isStruck else { return [tag] }
        var copy = tag
        copy.isRepeat = true
        copy.releaseTime += 1
        return [tag, copy]
      })
    ),
    Fault("tag-breakout", "One tag has breakout 03.", .contentOfStruckTag { $0.breakout = 3 }),
    Fault(
      "tag-offset-null-cid",
      "One tag has a null PC CID, but a PC offset.",
      alsoBreaks: ["tag-cid-change"],
      .contentOfStruckTag { $0.pcCID = .null }
    ),
    Fault(
      "tag-offset-range",
      "One tag from another source has an FD offset of more than a day.",
      alsoBreaks: ["tag-cid-change"],
      .contentOfStruckTag {
        $0.fdCID = .other
        $0.fdOffset = 95_012
      }
    ),
    Fault(
      "tag-null-cids",
      "Both CIDs are null for a minute.",
      alsoBreaks: ["tag-cid-change"],
      minimumSeconds: 100,
      FaultChanges(content: { content, tag in
        guard tag.kind == .data, (2...8).contains(tag.index) else { return }
        (content.pcCID, content.fdCID) = (.null, .null)
        (content.pcOffset, content.fdOffset) = (0, 0)
      })
    ),
    Fault(
      "tag-cid-change",
      "The CID of the Final Distributor changes at the third DATA tag.",
      FaultChanges(content: { content, tag in
        guard tag.kind == .data, tag.index >= PlannedTag.struckIndex else { return }
        content.fdCID = .other
      })
    ),
    Fault(
      "tag-cid-alternation",
      "The CID of the Final Distributor alternates between two values.",
      alsoBreaks: ["tag-cid-change"],
      minimumSeconds: 60,
      FaultChanges(content: { content, tag in
        guard tag.kind == .data, !tag.index.isMultiple(of: 2) else { return }
        content.fdCID = .other
      })
    ),
    Fault(
      "tag-cid-conflict",
      "A second PID also carries every tag, with another CID of the Final Distributor.",
      minimumSeconds: 60,
      FaultChanges(
        plan: { tag, _ in
          var second = tag
          second.isRepeat = true
          return [tag, second]
        },
        repeatedContent: { content, tag in
          if tag.kind == .data { content.fdCID = .other }
        },
        pid: { pid, tag in tag.isRepeat ? secondPID : pid },
        tables: { tables, _ in
          tables.maps[0].map.streams.append(
            ElementaryStream(type: .metadataInPES, pid: secondPID, descriptors: [.id3Metadata()])
          )
        }
      )
    ),
    Fault(
      "tag-stale-elemental-timestamp",
      "An encoder's time stamp, years older than the segments, follows one tag of the variants.",
      form: .presentation,
      .pesOfStruckTag { pes in
        var other = pes
        other.payload = passedOnTag
        return [pes, other]
      }
    ),
  ]

  /// Changes one character of a tag's watermark, which makes the checksum wrong.
  static func changeWatermark(_ bytes: inout [UInt8]) {
    // In base64, the first of every four characters contains bits of only one byte.
    let offset = TagOffset.of(.watermark) + 20
    bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
  }

  /// A tag with a time stamp of another encoder, four years before `SyntheticTags.defaultStart`.
  private static let passedOnTag = ID3Bytes.tag(frames: [
    ID3Bytes.privateData(
      owner: "com.elementaltechnologies.timestamp.utc",
      Array("2019-11-14T22:13:20Z".utf8)
    )
  ])

  private static let secondPID: UInt16 = 0x1f0

  /// How many gaps the sequence numbers have up to the DATA tag numbered `count`, from 1.
  private static func jumps(before count: Int) -> UInt16 { UInt16(truncatingIfNeeded: count / 10) }
}

extension ContentID {
  /// A CID other than those of the synthetic tags.
  static let other = ContentID(bytes: Array(UInt8(0xa0)...0xaf)) ?? .null
}

extension TagContent {
  /// Moves the tag's clock by `seconds`, and the offsets too unless both are 0.
  mutating func delay(by seconds: Int) {
    firstTagTime = UInt32(truncatingIfNeeded: Int(firstTagTime) + seconds)
    lastTagTime = UInt32(truncatingIfNeeded: Int(lastTagTime) + seconds)
    guard pcOffset != 0 || fdOffset != 0 else { return }
    pcOffset += seconds
    fdOffset += seconds
  }

  /// Moves the first and the last time of the tag's clock by the given seconds, but not the offsets.
  mutating func shiftClock(first: Int = 0, last: Int = 0) {
    firstTagTime = UInt32(truncatingIfNeeded: Int(firstTagTime) + first)
    lastTagTime = UInt32(truncatingIfNeeded: Int(lastTagTime) + last)
  }

  /// Marks the first `count` of the seven blocks as used, and the other blocks as unused. An unused block has the null
  /// CID. A block that becomes used gets the content of the first block.
  mutating func useBlocks(_ count: Int) {
    let first = Array(blocks.prefix(WatermarkBlob.blockSize))
    let null = ContentID.null.bytes
    blocks = (0..<WatermarkBlob.blockCount).flatMap { index -> [UInt8] in
      let start = index * WatermarkBlob.blockSize
      let block = Array(blocks[start..<start + WatermarkBlob.blockSize])
      guard index < count else { return null }
      return block == null ? first : block
    }
  }
}
