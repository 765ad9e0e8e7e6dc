import CCurl
import Glibc
import Synchronization
import System

/// Runs all transfers of the process on one thread, with one `curl_multi` handle and one epoll instance. Hanging
/// servers and idle transfers cost no thread and no processor time.
package final class TransferLoop: Sendable {
  /// The loop of the process. Its thread starts at the first use and never ends.
  package static let shared: TransferLoop = {
    let loop = TransferLoop()
    loop.start()
    return loop
  }()

  private struct Inbox {
    var jobs: [@Sendable () -> Void] = []
    /// Whether the thread will run the jobs without another wake-up.
    var isAwake = false
  }

  private let inbox = Mutex(Inbox())
  private let wakeUp: Int32
  private let core: LoopBound<LoopCore?>
  let connections = LoopBound(KeptConnections())
  private let failure: Mutex<Int32>

  /// Makes all threads allocate from one arena of the C library, for a process with many transfers. Tasks free memory
  /// that the network thread allocates; with separate arenas the process would retain a fifth more memory. Large blocks
  /// are returned to the system when they are freed; without this, the process would retain a twelfth more memory.
  package static func shareMemory() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
  }

  private init() {
    curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32))
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    let core = wakeUp < 0 ? nil : LoopCore(wakeUp: wakeUp)
    failure = Mutex(core == nil ? (errno == 0 ? ENOMEM : errno) : 0)
    self.core = LoopBound(core)
  }

  private func start() {
    guard startError == 0 else { return }
    let hasThread = ReadingThread.start(takesSignals: false) { [self] in
      LoopThread.adopt()
      run()
    }
    if !hasThread { failure.withLock { $0 = EAGAIN } }
  }

  /// The `errno` of the system call that failed when the loop was created; 0 if no call failed. If not 0, no jobs run.
  package var startError: Int32 { failure.withLock { $0 } }

  /// Runs a job on the network thread as soon as possible, in the order of the calls. A job must not block.
  package func execute(_ job: @escaping @Sendable () -> Void) {
    let wakes = inbox.withLock { inbox in
      inbox.jobs.append(job)
      defer { inbox.isAwake = true }
      return !inbox.isAwake
    }
    guard wakes, !LoopThread.isCurrent else { return }
    // A write fails only if the counter is full, and then the thread wakes up anyway.
    eventfd_write(wakeUp, 1)
  }

  /// Runs a job on the network thread after a delay. Call it on that thread.
  @discardableResult
  func after(_ delay: Duration, _ job: @escaping @Sendable () -> Void) -> LoopTimers.Key? {
    core.value?.timers.add(.now + delay, job)
  }

  /// Cancels a timer and releases its job. Call it on the network thread.
  func cancel(_ timer: LoopTimers.Key) { core.value?.timers.cancel(timer) }

  /// Begins a transfer. All methods for transfers must be called on the network thread.
  func add(_ transfer: Transfer, _ easy: UnsafeMutableRawPointer) -> CURLMcode {
    core.value?.add(transfer, easy) ?? CURLM_OUT_OF_MEMORY
  }

  /// Removes a transfer from the loop. Its connection is closed unless the transfer is complete.
  func remove(_ easy: UnsafeMutableRawPointer) { core.value?.remove(easy) }

  private func run() {
    while let core = core.value {
      core.wait(hasJobs: inbox.withLock { !$0.jobs.isEmpty })
      let jobs = inbox.withLock { inbox in
        inbox.isAwake = false
        defer { inbox.jobs.removeAll() }
        return inbox.jobs
      }
      for job in jobs { job() }
      // Transfers that the jobs started are sent before bytes of other transfers are read.
      if !jobs.isEmpty { core.runDue() }
      core.runTimers()
      core.endTransfers()
    }
  }
}

/// The state of the loop, which only the network thread uses.
private final class LoopCore {
  private typealias Instant = ContinuousClock.Instant

  /// The maximum number of idle connections: half of the process's limit of open files, from 64 to 16,384. It is 256 if
  /// that limit is unknown.
  private static var keptConnections: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
    return Int(min(max(64, limit.rlim_cur / 2), 16_384))
  }

  var timers = LoopTimers()
  private let epoll: Int32
  private let multi: UnsafeMutableRawPointer
  private let wakeUp: Int32
  /// The time at which libcurl must be called next; nil if it waits for no timeout.
  private var curlDeadline: Instant?
  private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
  private var events = [epoll_event](repeating: epoll_event(), count: 256)

  /// Fails if libcurl or a system call fails; `errno` then has the reason, if there is one.
  init?(wakeUp: Int32) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0, let multi = curl_multi_init() else { return nil }
    self.multi = multi
    self.wakeUp = wakeUp
    guard watch(wakeUp, EPOLLIN.rawValue) else { return nil }
    let context = Unmanaged.passUnretained(self).toOpaque()
    // HTTP/2 multiplexing is off: libcurl 7.88 reads nothing from a connection on which one stream is paused, so a
    // consumer that reads one resource after another would wait forever.
    id3tap_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    id3tap_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
    id3tap_multi_set_socket_callback(
      multi,
      { _, socket, what, context, _ in
        guard let context else { return 0 }
        return Unmanaged<LoopCore>.fromOpaque(context).takeUnretainedValue().watch(
          socket,
          for: what
        )
      },
      context
    )
    id3tap_multi_set_timer_callback(
      multi,
      { _, milliseconds, context in
        guard let context else { return 0 }
        let core = Unmanaged<LoopCore>.fromOpaque(context).takeUnretainedValue()
        core.curlDeadline = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
        return 0
      },
      context
    )
  }

  // MARK: - Sockets

  private func watch(_ socket: Int32, _ mask: UInt32) -> Bool {
    var event = epoll_event(events: mask, data: epoll_data(fd: socket))
    if epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event) == 0 { return true }
    return errno == ENOENT && epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) == 0
  }

  /// Watches a socket for the events that libcurl waits for.
  private func watch(_ socket: Int32, for what: Int32) -> Int32 {
    guard what != CURL_POLL_REMOVE else {
      // The result does not matter: the kernel has already removed a closed socket from the set.
      epoll_ctl(epoll, EPOLL_CTL_DEL, socket, nil)
      return 0
    }
    let reads = what & CURL_POLL_IN != 0 ? EPOLLIN.rawValue : 0
    let writes = what & CURL_POLL_OUT != 0 ? EPOLLOUT.rawValue : 0
    return watch(socket, reads | writes) ? 0 : -1
  }

  // MARK: - Rounds

  func wait(hasJobs: Bool) {
    let count = epoll_wait(epoll, &events, Int32(events.count), hasJobs ? 0 : timeout())
    for event in events.prefix(Int(max(0, count))) {
      let socket = event.data.fd
      guard socket != wakeUp else {
        var value: eventfd_t = 0
        eventfd_read(wakeUp, &value)
        continue
      }
      var mask: Int32 = 0
      if event.events & EPOLLIN.rawValue != 0 { mask |= id3tap_readable }
      if event.events & EPOLLOUT.rawValue != 0 { mask |= id3tap_writable }
      if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { mask |= id3tap_failed }
      act(socket, mask)
      // A consumer that has its last bytes can send its next request while bytes of other transfers are read.
      endTransfers()
    }
    runDue()
  }

  func runDue() {
    guard let curlDeadline, curlDeadline <= .now else { return }
    self.curlDeadline = nil
    act(id3tap_timeout_socket, 0)
  }

  private func act(_ socket: Int32, _ mask: Int32) {
    var running: Int32 = 0
    curl_multi_socket_action(multi, socket, mask, &running)
  }

  /// The timeout of epoll in milliseconds, rounded up so that the timer is due afterwards; -1 means no timeout.
  private func timeout() -> Int32 {
    guard let next = [timers.next, curlDeadline].compactMap(\.self).min() else { return -1 }
    let left = (next - .now) / .milliseconds(1)
    return Int32(min(max(0, left.rounded(.up)), 3_600_000))
  }

  func runTimers() {
    guard let next = timers.next else { return }
    let now = Instant.now
    guard next <= now else { return }
    while let body = timers.popDue(now) { body() }
  }

  // MARK: - Transfers

  func add(_ transfer: Transfer, _ easy: UnsafeMutableRawPointer) -> CURLMcode {
    let code = curl_multi_add_handle(multi, easy)
    if code == CURLM_OK { transfers[easy] = transfer }
    return code
  }

  func remove(_ easy: UnsafeMutableRawPointer) {
    transfers[easy] = nil
    curl_multi_remove_handle(multi, easy)
  }

  func endTransfers() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let transfer = transfers[easy]
      else { continue }
      transfer.end(id3tap_message_result(message))
    }
  }
}

/// The jobs of timers, sorted by their deadline.
struct LoopTimers {
  typealias Instant = ContinuousClock.Instant

  /// The deadline of a job, and its number in the order of creation, which sorts jobs with the same deadline.
  struct Key: Comparable {
    let deadline: Instant
    let number: UInt64

    static func < (left: Self, right: Self) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  /// The waiting jobs, sorted by key. There are few, and most new jobs have the latest deadline.
  private var jobs: [(key: Key, body: @Sendable () -> Void)] = []
  private var lastNumber: UInt64 = 0

  var count: Int { jobs.count }

  mutating func add(_ deadline: Instant, _ body: @escaping @Sendable () -> Void) -> Key {
    lastNumber += 1
    let key = Key(deadline: deadline, number: lastNumber)
    jobs.insert((key, body), at: index(of: key))
    return key
  }

  mutating func cancel(_ key: Key) {
    let index = index(of: key)
    if index < jobs.count, jobs[index].key == key { jobs.remove(at: index) }
  }

  var next: Instant? { jobs.first?.key.deadline }

  mutating func popDue(_ now: Instant) -> (@Sendable () -> Void)? {
    guard let next, next <= now else { return nil }
    return jobs.removeFirst().body
  }

  /// The index of the first job whose key is not less than `key`.
  private func index(of key: Key) -> Int {
    var range = jobs.startIndex..<jobs.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        jobs[middle].key < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
