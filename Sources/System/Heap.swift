import CSystemParts

/// The memory that the C library manages.
package enum Heap {
  /// Gives the system the pages that hold nothing. The C library keeps them otherwise: it returns only what is
  /// free at the end of a heap, where small values of long life mostly stand.
  ///
  /// It takes some milliseconds with hundreds of megabytes in use. Threads that need memory wait meanwhile.
  package static func releaseFreePages() { id3tap_heap_trim() }
}
