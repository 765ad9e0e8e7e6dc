import Foundation
import Glibc

extension Process {
  /// Starts a process that receives all signals. The threads of tests block signals and a process inherits that, so
  /// bash and tmux would never receive a SIGTERM.
  public func runWithSignals() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}
