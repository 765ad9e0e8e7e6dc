import Dispatch
import Glibc
import LiveWatch
import Synchronization
import System

/// Handles SIGHUP as daemons do: lists are read again, and output files are opened again by their names. If the
/// terminal was closed, the signal requests the end of the run as usual.
enum ReloadSignal {
  /// What the signal requests.
  enum Purpose: CaseIterable {
    case lists
    case outputs
  }

  private static let wakeUp = Atomic<Int32>(-1)
  /// The purposes whose tasks have not yet handled the signal.
  private static let pending = Shared<Set<Purpose>>([])

  /// Whether the process had a controlling terminal when it started.
  private static let hadTerminal = Atomic<Bool>(false)

  /// Starts to handle the signal, unless the parent process ignores it (`nohup`).
  static func watch() {
    guard !Interruption.isIgnored(SIGHUP) else { return }
    guard let ends = Interruption.pipe() else { return }
    hadTerminal.store(hasTerminal, ordering: .relaxed)
    wakeUp.store(ends.write, ordering: .relaxed)
    let source = DispatchSource.makeReadSource(fileDescriptor: ends.read, queue: .global())
    source.setEventHandler {
      withExtendedLifetime(source) {}
      var byte: UInt8 = 0
      while read(ends.read, &byte, 1) > 0 {}
      take()
    }
    source.activate()
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let savedError = errno
      var byte: UInt8 = 0
      write(ReloadSignal.wakeUp.load(ordering: .relaxed), &byte, 1)
      errno = savedError
    }
    action.sa_flags = SA_RESTART
    sigaction(SIGHUP, &action, nil)
  }

  /// Waits for the signal, for at most `seconds`. Only one task may wait for each purpose.
  /// - Returns: Whether the signal arrived.
  static func wait(for purpose: Purpose, atMost seconds: Double = .infinity) async -> Bool {
    await pending.wait(atMost: seconds) { $0.remove(purpose) != nil ? true : nil } ?? false
  }

  private static func take() {
    if hadTerminal.load(ordering: .relaxed), !hasTerminal {
      Interruption.request()
    } else {
      pending.withLock { $0 = Set(Purpose.allCases) }
    }
  }

  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}

/// Reads the lists of feeds again, once a minute and on SIGHUP. A separate thread reads them, so that a slow server or
/// disk does not delay the feeds.
struct ListFollower {
  /// The time between two readings, in seconds.
  static let interval = 60.0

  private let arguments: [String]
  private let fetch: @Sendable () async -> FeedList.Download
  /// The latest lists, and the number of readings.
  private let latest: Shared<(list: FeedList, count: Int)>
  /// The thread that reads lists and the file of `--mute`.
  static let thread = OwnThread(label: "id3tap.lists")

  /// `list` is the result of the first reading. `fetch` fetches the lists that are on servers.
  init(
    _ arguments: [String],
    _ list: FeedList,
    fetch: @escaping @Sendable () async -> FeedList.Download
  ) {
    self.arguments = arguments
    self.fetch = fetch
    latest = Shared((list, 1))
  }

  /// Waits for a minute or for SIGHUP, and reads the lists again. Returns nil in a cancelled task. Tests pass another
  /// `wait`.
  func next(
    _ wait: () async -> Void = { _ = await ReloadSignal.wait(for: .lists, atMost: interval) }
  ) async -> FeedList? {
    await wait()
    guard !Task.isCancelled else { return nil }
    let (before, count) = latest.read { $0 }
    let reading = Task(executorPreference: Self.thread) { [arguments, latest, fetch] in
      let list = FeedList(arguments, after: before, download: await fetch())
      // A cancelled reading is incomplete: feeds that it lacks are not removed.
      if !Task.isCancelled { latest.withLock { $0 = (list, count + 1) } }
    }
    // The run can end while a slow disk is read.
    defer { reading.cancel() }
    return await latest.wait { $0.count > count ? $0.list : nil }
  }
}

/// The file of `--mute`. The thread that reads lists reads it at intervals, so that a slow disk does not delay the
/// feeds.
struct MuteFile: Sendable {
  /// The time between two readings, in seconds.
  private static let interval = 5.0
  private static let sizeLimit = 1 << 20

  private let path: String
  private let list = MuteList()
  private let warn: @Sendable (String) -> Void

  /// Does not read the file yet. `warn` is called with each error in the file.
  init(_ path: String, warn: @escaping @Sendable (String) -> Void) {
    (self.path, self.warn) = (path, warn)
  }

  /// The rules that were last read from the file.
  var mutes: MuteList { list }

  /// Reads the file at intervals until the task is cancelled.
  func follow() async {
    await withTaskExecutorPreference(ListFollower.thread) {
      var before: [UInt8]?
      var problem: String?
      while !Task.isCancelled {
        do throws(SmallFile.ReadError) {
          let bytes = try SmallFile.bytes(of: path, upTo: Self.sizeLimit)
          if bytes != before { take(bytes) }
          (before, problem) = (bytes, nil)
        } catch {
          // The rules of the last successful reading are kept.
          let words =
            "--mute \(path): \(error.description): write the file, or leave the option out"
          if words != problem { warn(words) }
          problem = words
        }
        try? await Task.sleep(for: .seconds(Self.interval))
      }
    }
  }

  private func take(_ bytes: [UInt8]) {
    let (rules, problems) = MuteRule.read(String(decoding: bytes, as: UTF8.self))
    list.replace(rules)
    for words in problems { warn("--mute \(path): \(words)") }
  }
}
