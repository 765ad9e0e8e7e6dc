import CFFmpeg

/// A packet of media that is kept for later.
final class HeldPacket {
  /// The packet; valid as long as this object.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Takes the content of `packet`, which is empty afterwards; nil when memory is short.
  init?(moving packet: UnsafeMutablePointer<AVPacket>) {
    guard let pointer = av_packet_alloc() else { return nil }
    av_packet_move_ref(pointer, packet)
    self.pointer = pointer
  }

  deinit {
    var freed: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&freed)
  }
}
