/// The limits of a collector.
package struct CollectorLimits: Sendable, Equatable {
  /// Bytes of a path with its query; longer ones are answered with 414. Raw ID3, the longest that apps
  /// send, has some 5,000.
  package var targetLength = 32 << 10
  /// Bytes of a body; larger ones are answered with 413.
  package var bodySize = 1 << 20
  /// Pings of a request; one with more is answered with 413, and nothing of it is stored.
  package var pings = 10_000
  /// Bytes of the decoded parameters of all pings of a request; one with more is answered with 413, and
  /// nothing of it is stored. The query of the URL counts once for each line of the body.
  package var decodedSize = 4 << 20
  /// Bytes of all header fields; more are answered with 431.
  package var headerSize = 64 << 10
  /// Bytes of the head of a request, its URL included, that are read at all; more are answered with 414 or 431. Each
  /// connection has a buffer of that size.
  package var headSize = 112 << 10
  /// Header fields; more are answered with 431.
  package var headerCount = 100
  /// Connections that are open at the same time; more wait until one is closed.
  package var connections = 512
  /// Connections of one client address; more are closed at once, so that they leave room for others.
  package var connectionsPerAddress = 384
  /// Requests a second, over all clients; more are answered with 429. 1 to 1,000,000.
  package var rate = 20_000
  /// Requests that wait to be stored, or are being stored; more are answered with 503.
  package var waitingRequests = 10_000
  /// Bytes of the requests that wait to be stored or are being stored, with their decoded pings; more are
  /// answered with 503.
  package var waitingBytes = 64 << 20
  /// Bytes that the database may fill: when they are full the oldest pings are removed. See ``leastStoredBytes``.
  package var storedBytes: Int64 = 10 << 30
  /// How long a connection without a request stays open; the head of a request has as long.
  package var idleTime: Duration = .seconds(60)
  /// How long the body of a request may take.
  package var requestTime: Duration = .seconds(20)
  /// How long a client may read nothing of its answer.
  package var stallTime: Duration = .seconds(20)
  /// Pages that follow live at the same time; more are answered with 503.
  package var followers = 64
  /// How often a page that follows live is sent a comment when there is nothing to report.
  package var heartbeat: Duration = .seconds(10)

  /// Threads that read and decode requests.
  package var threads = 2

  /// The least that ``storedBytes`` may be, in bytes.
  package static let leastStoredBytes: Int64 = 16 << 20

  package init() {}
}
