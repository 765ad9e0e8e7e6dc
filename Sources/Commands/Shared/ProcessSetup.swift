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
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The wrong way round: using it fails, as it would on the closed one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
