import Glibc

/// Runs blocking work on a new thread.
package enum ReadingThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread. If `takesSignals` is false, the thread blocks all signals, so that other threads handle the
  /// signals of the process, and a closed connection does not end the process with SIGPIPE.
  /// - Returns: False if the system cannot create a thread.
  package static func start(
    takesSignals: Bool = true,
    _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 2 << 20)
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    if !takesSignals { pthread_sigmask(SIG_SETMASK, &all, &former) }
    defer { if !takesSignals { pthread_sigmask(SIG_SETMASK, &former, nil) } }
    let work = Unmanaged.passRetained(Work(body))
    let result = pthread_create(
      &thread,
      &attributes,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      },
      work.toOpaque()
    )
    if result != 0 { work.release() }
    return result == 0
  }
}
