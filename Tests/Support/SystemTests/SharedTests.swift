import System
import Testing

@Suite("a value shared by tasks")
struct SharedTests {
  /// A door for which tasks wait. It counts how often the tasks check it.
  private struct Door: Sendable {
    private let isOpen = Shared(false)
    private let looks = Shared(0)

    /// True when the door is open; nil if the task was cancelled or the time is up.
    func pass(atMost seconds: Double? = nil) async -> Bool? {
      let look = { (isOpen: inout Bool) -> Bool? in
        looks.withLock { $0 += 1 }
        return isOpen ? true : nil
      }
      guard let seconds else { return await isOpen.wait(for: look) }
      return await isOpen.wait(atMost: seconds, for: look)
    }

    /// Waits until tasks have found the door closed `count` times.
    func isWaited(for count: Int) async { _ = await looks.wait { $0 >= count ? true : nil } }

    func open() { isOpen.withLock { $0 = true } }
  }

  /// Time limits in seconds: nil for no limit, and limits that are never reached.
  private static let patience: [Double?] = [nil, 1e9, 1e300, .infinity]

  @Test("a change wakes all waiting tasks", arguments: patience)
  func wakes(seconds: Double?) async {
    let door = Door()
    let waiters = (0..<3).map { _ in Task { await door.pass(atMost: seconds) } }
    await door.isWaited(for: 3)
    door.open()
    for waiter in waiters { #expect(await waiter.value == true) }
    #expect(await door.pass(atMost: seconds) == true)
  }

  @Test("a cancelled task gets nil, and another task continues to wait", arguments: patience)
  func cancelled(seconds: Double?) async {
    let door = Door()
    let other = Task { await door.pass() }
    await door.isWaited(for: 1)
    let waiter = Task { await door.pass(atMost: seconds) }
    await door.isWaited(for: 2)
    waiter.cancel()
    #expect(await waiter.value == nil)
    let late = Task {
      // The task is cancelled before it waits.
      withUnsafeCurrentTask { $0?.cancel() }
      return await door.pass(atMost: seconds)
    }
    #expect(await late.value == nil)
    door.open()
    #expect(await other.value == true)
  }

  @Test(
    "a wait returns nil after its time limit, but checks the value at least once",
    arguments: [0.001, 0, -1, -.infinity, .nan]
  )
  func timeIsOver(seconds: Double) async {
    #expect(await Door().pass(atMost: seconds) == nil)
    #expect(await Shared(7).wait(atMost: seconds) { $0 } == 7)
  }

  @Test(
    "after an error, the value is unlocked, and a change before the error wakes the waiting tasks"
  )
  func error() async {
    struct Failure: Error {}
    let shared = Shared(0)
    let waiter = Task { await shared.wait { $0 == 1 ? true : nil } }
    #expect(throws: Failure.self) {
      try shared.withLock { value in
        value = 1
        throw Failure()
      }
    }
    #expect(await waiter.value == true)
    #expect(shared.withLock { $0 } == 1)
  }

  @Test("no wake-up is lost while tasks take turns to change a value", arguments: [false, true])
  func token(hasLimit: Bool) async {
    let shared = Shared(0)
    let (tasks, turns) = (4, 1000)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          for turn in 0..<turns {
            let take = { (value: inout Int) -> Bool? in
              guard value == turn * tasks + task else { return nil }
              value += 1
              return true
            }
            let hasTaken =
              hasLimit ? await shared.wait(atMost: 1e9, for: take) : await shared.wait(for: take)
            #expect(hasTaken == true)
          }
        }
      }
    }
    #expect(shared.withLock { $0 } == tasks * turns)
  }
}
