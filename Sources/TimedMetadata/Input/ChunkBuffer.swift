import Glibc

/// Memory for one chunk, with room before it for what the consumer left of the chunk before. The
/// chunk starts on a page: the kernel copies faster to aligned memory.
///
/// The memory is mapped, not allocated from a heap: most of the room at the start is never used, and used
/// memory is returned to the system at once. Heaps keep it, which adds up over hundreds of live feeds.
final class ChunkBuffer: @unchecked Sendable {
  /// Bytes that may be left unused: 1 MiB, room for the largest tag before a stream.
  static let carryCapacity = 1 << 20

  let memory: UnsafeMutableRawBufferPointer
  private let isMapped: Bool

  init(chunkSize: Int) {
    let size = Self.carryCapacity + chunkSize
    let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if let mapped, mapped != MAP_FAILED {
      memory = UnsafeMutableRawBufferPointer(start: mapped, count: size)
      isMapped = true
    } else {
      // The process may have too many maps already.
      memory = .allocate(byteCount: size, alignment: 4096)
      isMapped = false
    }
  }

  deinit {
    if isMapped {
      munmap(memory.baseAddress, memory.count)
    } else {
      memory.deallocate()
    }
  }

  /// Gives the system the memory of bytes that are no longer needed: it is zero when it is used again.
  func releasePages() {
    guard isMapped else { return }
    madvise(memory.baseAddress, memory.count, MADV_DONTNEED)
  }

  /// Where a chunk is read to.
  var chunk: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[Self.carryCapacity...])
  }
}
