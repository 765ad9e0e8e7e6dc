import Testing

@testable import LiveWatch

@Suite("shards of a list of feeds")
struct FeedShardTests {
  @Test(
    "the shard of a URL never changes, and is the same in every program",
    arguments: [
      // The expected values are from this Python expression:
      // max(range(n), key=lambda i: sha256(f"{i} {url}".encode()).digest()[:8])
      ("http://a/x", [0, 0, 0, 0, 11]),
      ("udp://239.0.0.1:5000", [0, 1, 1, 1, 1]),
      ("https://example.com/live/master.m3u8", [0, 1, 1, 3, 4]),
      ("http://127.0.0.1:8080/ü", [0, 0, 0, 0, 0]),
    ]
  )
  func vectors(url: String, owners: [Int]) {
    #expect([1, 2, 3, 4, 16].map { FeedShard.owner(of: url, among: $0) } == owners)
  }

  @Test(
    "shards have similar numbers of feeds, and a feed moves only to a new shard"
  )
  func even() {
    let urls = (0..<1000).map { "http://a/\($0)" }
    var counts = [0, 0, 0, 0]
    for url in urls { counts[FeedShard.owner(of: url, among: 4)] += 1 }
    #expect(counts == [226, 265, 251, 258])
    let moved = urls.filter {
      FeedShard.owner(of: $0, among: 4) != FeedShard.owner(of: $0, among: 5)
    }
    #expect(moved.count == 221)
    #expect(moved.allSatisfy { FeedShard.owner(of: $0, among: 5) == 4 })
  }

  @Test(
    "a shard is given as I/N with I from 0, or as hostname/N with I at the end of the host name",
    arguments: [
      ("0/1", "h", [0, 1]), ("2/3", "h", [2, 3]), ("hostname/3", "id3tap-2", [2, 3]),
      ("hostname/3", "a-1.id3tap.svc.cluster.local", [1, 3]), ("4095/4096", "h", [4095, 4096]),
      ("3/3", "h", nil), ("-1/3", "h", nil), ("+1/3", "h", nil), ("1/0", "h", nil),
      ("0/4097", "h", nil), ("1", "h", nil), ("1/2/3", "h", nil), ("", "h", nil), ("/3", "h", nil),
      ("hostname/3", "id3tap", nil), ("hostname/3", "id3tap-", nil), ("hostname/3", "a-3", nil),
      ("99999999999999999999/3", "h", nil),
    ] as [(String, String, [Int]?)]
  )
  func text(text: String, host: String, expected: [Int]?) {
    let shard = FeedShard(text, hostname: host)
    #expect(shard.map { [$0.index, $0.count] } == expected)
  }
}
