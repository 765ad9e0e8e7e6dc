import CFFmpeg

/// How many heaps the threads of the process share. Left alone, glibc makes up to eight for every core, and
/// what a thread frees in one is of no use to the threads of another: a process with hundreds of threads
/// that come and go grows for hours.
package enum HeapLimit {
  /// Lets all threads share so many heaps. To be called before any thread is started.
  package static func set(_ count: Int32) { _ = id3tap_limit_heaps(count) }
}
