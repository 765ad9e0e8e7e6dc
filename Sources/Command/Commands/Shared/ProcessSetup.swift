import Glibc

/// Settings of the process that must be made first.
enum ProcessSetup {
  static func run() {
    // A closed pipe must be an error of write(2), not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // The same for a file that grows over the limit of the shell.
    signal(SIGXFSZ, SIG_IGN)
    openStandardDescriptors()
  }

  /// Without this, a file opened by a process started with standard output or error closed would
  /// take their number and receive what is meant for them.
  private static func openStandardDescriptors() {
    // The wrong way round: using it fails, as it would on the closed one.
    open(STDIN_FILENO, O_WRONLY)
    open(STDOUT_FILENO, O_RDONLY)
    open(STDERR_FILENO, O_RDONLY)
  }

  private static func open(_ descriptor: Int32, _ flags: Int32) {
    guard fcntl(descriptor, F_GETFD) < 0 else { return }
    _ = Glibc.open("/dev/null", flags)
  }
}
