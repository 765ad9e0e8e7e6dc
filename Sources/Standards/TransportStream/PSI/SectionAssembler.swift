/// Assembles the sections of one PID. A section may extend over several packets, or share a packet with others
/// (`pointer_field`, ISO/IEC 13818-1, 2.4.4.1). At most one section is held.
struct SectionAssembler {
  private var pending: [UInt8] = []
  private var isCollecting = false

  /// Whether bytes are ignored until a packet starts a section.
  var isIdle: Bool { !isCollecting && pending.isEmpty }

  /// Drops an incomplete section, and waits for a packet that starts one.
  mutating func reset() {
    pending.removeAll(keepingCapacity: true)
    isCollecting = false
  }

  /// Adds the payload of the next packet, and passes every complete section to `deliver`.
  mutating func append(
    _ payload: UnsafeRawBufferPointer,
    startsUnit: Bool,
    deliver: ([UInt8]) -> Void
  ) {
    var rest = payload[...]
    if startsUnit {
      guard let pointer = rest.popFirst(), Int(pointer) <= rest.count else {
        reset()
        return
      }
      if isCollecting {
        collect(&rest, limit: rest.startIndex + Int(pointer), deliver: deliver)
      }
      rest = payload[(1 + Int(pointer))...]
      reset()
      isCollecting = true
    }
    while isCollecting, !rest.isEmpty {
      // Stuffing bytes continue to the end of the packet (2.4.4).
      if pending.isEmpty, rest.first == 0xFF {
        reset()
        return
      }
      collect(&rest, limit: rest.endIndex, deliver: deliver)
    }
  }

  /// Moves bytes of one section from `rest`, up to `limit`, and delivers the section when it is complete.
  private mutating func collect(
    _ rest: inout Slice<UnsafeRawBufferPointer>,
    limit: Int,
    deliver: ([UInt8]) -> Void
  ) {
    while rest.startIndex < limit {
      let missing = pending.count < 3 ? 3 - pending.count : sectionSize - pending.count
      let taken = min(missing, limit - rest.startIndex)
      pending.append(contentsOf: rest.prefix(taken))
      rest = rest.dropFirst(taken)
      guard pending.count >= 3 else { return }
      if pending.count == sectionSize {
        deliver(pending)
        pending.removeAll(keepingCapacity: true)
        return
      }
    }
  }

  /// The size in bytes that the header of the pending section declares, at most 4098.
  private var sectionSize: Int { 3 + (Int(pending[1] & 0x0F) << 8 | Int(pending[2])) }
}
