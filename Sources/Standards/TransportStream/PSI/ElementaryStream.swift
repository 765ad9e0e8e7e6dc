/// One elementary stream of a program map.
public struct ElementaryStream: Sendable, Hashable {
  /// `stream_type`.
  public var type: StreamType
  /// `elementary_PID`, 0 to 8191.
  public var pid: UInt16
  /// The descriptors of the stream.
  public var descriptors: [Descriptor]

  /// Makes an elementary stream with the given properties.
  public init(type: StreamType, pid: UInt16, descriptors: [Descriptor] = []) {
    self.type = type
    self.pid = pid
    self.descriptors = descriptors
  }

  /// Whether the stream may be timed ID3: metadata in PES, or private data with a descriptor that declares ID3.
  public var mayCarryID3: Bool {
    switch type {
    case .metadataInPES: return true
    case .privateData: return descriptors.contains { $0.declaresID3 }
    default: return false
    }
  }

  /// The kind of the stream. The kind of private data depends on the DVB descriptors of AC-3 (0x6A), E-AC-3 (0x7A), DTS
  /// (0x7B) and AAC (0x7C), and on registrations of audio and video formats.
  public var kind: StreamType.Kind {
    guard type == .privateData else { return type.kind }
    for descriptor in descriptors {
      switch descriptor.tag {
      case 0x6A, 0x7A, 0x7B, 0x7C: return .audio
      case Descriptor.registrationTag:
        switch String(decoding: descriptor.body.prefix(4), as: UTF8.self) {
        case "AC-3", "EAC3", "DTS1", "DTS2", "DTS3", "Opus", "AC-4": return .audio
        case "HEVC", "VC-1", "AV01": return .video
        default: continue
        }
      default: continue
      }
    }
    return .other
  }
}
