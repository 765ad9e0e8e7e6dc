import Foundation
import Glibc

extension Process {
  /// Starts a process to which all signals get through. The threads that tests run on block them, and a
  /// process inherits that: neither bash nor tmux would ever see a SIGTERM.
  public func runWithSignals() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}
