import Glibc

/// What has to be right about the process before anything else happens.
enum ProcessSetup {
  static func run() {
    // A closed pipe shall be an error of write(2), not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    openStandardDescriptors()
  }

  /// Without this, a file opened by a process started with standard output or error closed would
  /// take their number and receive what is meant for them.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Read-only: writing to it fails, as it would on the closed one.
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
