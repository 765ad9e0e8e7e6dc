import Glibc

/// A program that a test server starts. It ends with its server, even if the server is killed.
final class ChildProcess: Sendable {
  private let identifier: pid_t
  /// One end of a pair of sockets. Closing it ends the program.
  private let lifeline: Int32

  /// Runs the program, with `socket` as its descriptor 3.
  init(_ arguments: [String], environment: [String: String] = [:], socket: Socket) throws {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &pair) == 0 else {
      throw TestServerError("cannot make a pair of sockets", number: errno)
    }
    defer { close(pair[0]) }
    lifeline = pair[1]
    // The shell waits for the end of its input, which comes when the lifeline is closed. It closes the socket, so that
    // clients are refused if the program ends early.
    let script = #""$@" & child=$!; exec 3<&-; cat >/dev/null; kill "$child"; wait "$child""#
    do {
      identifier = try Self.spawn(
        ["/bin/sh", "-c", script, "sh"] + arguments,
        environment: environment,
        descriptors: [(pair[0], 0), (socket.descriptor, 3)]
      )
    } catch {
      close(pair[1])
      throw error
    }
  }

  /// Ends the program and waits for its end. Must be called only once.
  func end() {
    close(lifeline)
    _ = Self.wait(identifier)
  }

  /// Runs a program to its end, and returns its exit status.
  static func run(_ arguments: [String]) throws -> Int32 {
    wait(try spawn(arguments, environment: [:], descriptors: []))
  }

  private static func wait(_ identifier: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status
  }

  private static func spawn(
    _ arguments: [String],
    environment: [String: String],
    descriptors: [(from: Int32, to: Int32)]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
    // Descriptors of tests that run at the same time must not stay open in the program.
    _ = GNU.addCloseFrom(&actions, 4)
    // nginx and similar programs are in folders that are not in every user's PATH.
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let settings = environment.merging(["PATH": path + ":/usr/sbin:/usr/bin:/bin"]) { $1 }
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = settings.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var identifier: pid_t = 0
    let result = posix_spawn(&identifier, arguments[0], &actions, nil, &argv, &envp)
    guard result == 0 else { throw TestServerError("cannot run \(arguments[0])", number: result) }
    return identifier
  }
}
