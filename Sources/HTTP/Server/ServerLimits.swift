/// The limits of a server.
package struct ServerLimits: Sendable {
  /// Bytes of the head of a request and of what it is read into; longer ones are answered with 414 or 431.
  package var headSize = 32 << 10
  /// Header fields; more are answered with 431.
  package var fieldCount = 100
  /// Connections that are open at the same time; more wait until one is closed.
  package var connections = 512
  /// Connections of one client address; more are closed at once, so that they leave room for others.
  package var connectionsPerAddress = 384
  /// How long a connection waits for a request; its head has as long.
  package var idleTime: Duration = .seconds(60)
  /// How long the body of a request may take.
  package var bodyTime: Duration = .seconds(60)
  /// How long a client may read nothing of its answer.
  package var stallTime: Duration = .seconds(60)
  /// How long the end of the server waits for the answers that are not sent yet.
  package var answerTime: Duration = .seconds(2)
  /// How long the rest of a refused request is read: closing a connection with unread bytes resets it, and
  /// the client may lose the answer.
  package var lingerTime: Duration = .seconds(1)
  /// Threads that read requests.
  package var threads = 1

  package init() {}
}
