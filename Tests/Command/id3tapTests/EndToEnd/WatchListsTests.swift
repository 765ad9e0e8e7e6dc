import Glibc
import TestSupport
import Testing

/// Lists of feeds that change while a watch runs.
@Suite(.ownThread) struct WatchListsTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "SIGHUP reloads the lists of a watch, and if a list is empty, its previous feeds are watched"
  )
  func hangup() throws {
    try shell.prepare("echo 'http://127.0.0.1:9/a tier=1' > channels.txt")
    let watch = try RunningCommand(shell, ["watch", "@channels.txt", "--metrics", "127.0.0.1:0"])
    // A watch that has reported its address handles the signal.
    try watch.errors.first(containing: "/metrics")
    try shell.prepare("printf 'http://127.0.0.1:9/b\nhttp://127.0.0.1:9/c\n' > channels.txt")
    watch.signal(SIGHUP)
    try watch.errors.first(containing: "the lists changed: 2 feeds added, 1 removed")
    try shell.prepare("echo '# none' > channels.txt")
    watch.signal(SIGHUP)
    try watch.errors.first(containing: "; its previous feeds are still watched")
    try shell.prepare("echo 'http://127.0.0.1:9/c' > channels.txt")
    watch.signal(SIGHUP)
    try watch.errors.first(containing: "the lists changed: 0 feeds added, 1 removed")
    #expect(watch.stop() == 130)
  }

  @Test("with an empty list, a shard waits for feeds, but an unsharded watch exits with status 2")
  func noFeeds() throws {
    try shell.prepare("echo '# none yet' > channels.txt")
    let outcome = try shell.run("id3tap watch @channels.txt --limit-seconds 1")
    #expect(outcome.status == 2)
    let watch = try RunningCommand(shell, ["watch", "@channels.txt", "--shard", "0/1"])
    try watch.errors.first(containing: "there is no feed yet: the lists are read again")
    try shell.prepare("echo 'http://127.0.0.1:9/a' > channels.txt")
    watch.signal(SIGHUP)
    try watch.errors.first(containing: "the lists changed: 1 feed added, 0 removed")
    #expect(watch.stop() == 130)
  }

  @Test("shards with and without feeds exit with status 0 after --limit-seconds")
  func emptyShard() throws {
    try shell.prepare("echo 'http://127.0.0.1:9/a' > channels.txt")
    let statuses = try (0..<2).map { index in
      let outcome = try shell.run(
        "id3tap watch @channels.txt --shard \(index)/2 --db \(index).sqlite --limit-seconds 1"
      )
      return outcome.status
    }
    #expect(statuses == [0, 0])
  }
}
