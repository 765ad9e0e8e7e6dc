import CMicrohttpd
import Dispatch
import Glibc
import Logging
import Synchronization

/// An HTTP/1.1 server that lets a responder answer its requests. Releasing the object stops the server.
package final class HTTPService: Sendable {
  /// The server of libmicrohttpd, which does its own locking.
  private struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
    let timer: any DispatchSourceTimer

    /// Refuses new connections, waits for a limited time until delayed answers are sent, and closes all connections.
    ///
    /// MHD_quiesce_daemon would refuse connections too, but may abort the process if several threads accept
    /// connections: the function and the threads remove the socket from the same epoll sets, and libmicrohttpd 0.9.75
    /// treats the second removal as a bug.
    func stop(_ core: ServerCore) {
      core.refuseConnections()
      let time = DispatchTimeInterval.milliseconds(Int(core.limits.answerTime.milliseconds))
      _ = core.waiting.wait(timeout: .now() + time)
      timer.cancel()
      core.end()
      MHD_stop_daemon(pointer)
    }
  }

  private let address: ListeningAddress
  private let option: String
  private let identity: TLSIdentity?
  private let core: ServerCore
  private let daemon = Mutex<Daemon?>(nil)

  /// Creates a server that does not listen yet. `option` is the command's option that names the address, for messages.
  /// If `identity` is nil, the server uses `http`.
  package init(
    _ responder: any ServerResponder,
    address: ListeningAddress,
    option: String,
    limits: ServerLimits = ServerLimits(),
    identity: TLSIdentity? = nil,
    logger: Logger
  ) {
    self.address = address
    self.option = option
    self.identity = identity
    let log = ServerLog(address, logger: logger)
    core = ServerCore(responder, limits, log, isEncrypted: identity != nil)
  }

  deinit { take()?.stop(core) }

  private func take() -> Daemon? {
    daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
  }

  /// Starts to listen, and returns the address with the actual port.
  /// - Throws: `ServerError` with code `address` or `identity`.
  package func start() async throws(ServerError) -> ListeningAddress {
    // Resolving a host name may block.
    let outcome = await Self.waiting {
      [address, option] () -> Result<ListeningSocket, ServerError> in
      Result { () throws(ServerError) in try ListeningSocket(address, option: option) }
    }
    let socket = try outcome.get()
    guard let pointer = Self.daemon(socket.descriptor, core, identity) else {
      close(socket.descriptor)
      throw ServerError(
        code: identity == nil ? .address : .identity,
        description: identity == nil
          ? "\(address): the server could not be started: check the limits on threads and memory"
          : "the server could not be started with this certificate: "
            + "create a new certificate, or check the limits on threads and memory"
      )
    }
    let timer = Self.timer(core)
    daemon.withLock { $0 = Daemon(pointer: pointer, timer: timer) }
    return ListeningAddress(host: address.host, port: socket.port)
  }

  /// Stops listening, closes all connections and then returns.
  package func stop() async {
    guard let daemon = take() else { return }
    await Self.waiting { [core] in daemon.stop(core) }
  }

  /// Runs blocking work outside the threads of Swift tasks.
  private static func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async
    -> Value
  {
    await withCheckedContinuation { done in
      DispatchQueue.global().async { done.resume(returning: body()) }
    }
  }

  /// A timer that checks the deadlines of connections every 5 ms to 1 s, depending on the shortest limit.
  private static func timer(_ core: ServerCore) -> any DispatchSourceTimer {
    let limits = core.limits
    let shortest = min(limits.idleTime, limits.bodyTime, limits.stallTime, .seconds(8))
    let pause = DispatchTimeInterval.milliseconds(max(5, Int(shortest.milliseconds / 8)))
    let timer = DispatchSource.makeTimerSource(
      queue: DispatchQueue(label: "id3tap.server.deadlines")
    )
    timer.schedule(deadline: .now() + pause, repeating: pause)
    timer.setEventHandler { [weak core] in core?.check() }
    timer.activate()
    return timer
  }

  // MARK: - Callbacks of libmicrohttpd

  private static func daemon(
    _ socket: Int32,
    _ core: ServerCore,
    _ identity: TLSIdentity?
  ) -> OpaquePointer? {
    var options = id3tap_mhd_options()
    options.listening_socket = socket
    options.threads = UInt32(core.limits.threads)
    options.connections = UInt32(core.limits.connections)
    options.connections_per_address = UInt32(core.limits.connectionsPerAddress)
    options.head_size = core.limits.headSize
    options.context = Unmanaged.passUnretained(core).toOpaque()
    (options.accept, options.handle) = (accept, handle)
    (options.begin, options.complete) = (begin, complete)
    (options.notify, options.log) = (notify, core.messages)
    guard let identity else { return id3tap_mhd_start(&options) }
    return identity.key.withCString { key in
      identity.certificate.withCString { certificate in
        (options.key, options.certificate) = (key, certificate)
        return id3tap_mhd_start(&options)
      }
    }
  }

  private static func core(_ context: UnsafeMutableRawPointer) -> ServerCore {
    Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  }

  private static let accept: MHD_AcceptPolicyCallback = { context, _, _ in
    guard let context else { return .NO }
    return core(context).refusesConnections ? .NO : .YES
  }

  private static let notify: MHD_NotifyConnectionCallback = { context, pointer, slot, event in
    guard let context, let pointer, let slot else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
      let connection = ServerConnection(
        socket: id3tap_mhd_socket(pointer),
        peer: MHDConnection(pointer: pointer).peer
      )
      slot.pointee = Unmanaged.passRetained(connection).toOpaque()
      core(context).open(connection)
    } else if let opened = slot.pointee {
      core(context).close(Unmanaged<ServerConnection>.fromOpaque(opened).takeRetainedValue())
      slot.pointee = nil
    }
  }

  /// Called after the first line of a request was read. Only then does libmicrohttpd give the target as it was sent.
  private static let begin:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { context, target, pointer in
      guard let pointer, let opened = id3tap_mhd_connection_context(pointer) else { return nil }
      let connection = Unmanaged<ServerConnection>.fromOpaque(opened).takeUnretainedValue()
      let exchange = ServerExchange(
        connection,
        MHDConnection(pointer: pointer),
        target: target.map { String(cString: $0) } ?? ""
      )
      connection.begin(exchange)
      // libmicrohttpd would store a list of the parameters, which is never read, in the memory for the head. A zero
      // byte after the `?` prevents that; the buffer belongs to the connection.
      if let target, let query = strchr(target, Int32(UInt8(ascii: "?"))) { query[1] = 0 }
      return Unmanaged.passRetained(exchange).toOpaque()
    }

  private static let complete: MHD_RequestCompletedCallback = { _, _, slot, _ in
    guard let opened = slot?.pointee else { return }
    let exchange = Unmanaged<ServerExchange>.fromOpaque(opened).takeRetainedValue()
    exchange.complete()
    exchange.connection.complete()
    slot?.pointee = nil
  }

  private static let handle: MHD_AccessHandlerCallback = {
    context,
    pointer,
    _,
    method,
    version,
    bytes,
    size,
    slot in
    guard let context, let pointer, let method, let version, let size,
      let opened = slot?.pointee
    else { return .NO }
    let exchange = Unmanaged<ServerExchange>.fromOpaque(opened).takeUnretainedValue()
    let part = size.pointee > 0 ? UnsafeRawBufferPointer(start: bytes, count: size.pointee) : nil
    size.pointee = 0
    let isGood = core(context).handle(
      exchange,
      MHDConnection(pointer: pointer),
      method: String(cString: method),
      version: String(cString: version),
      bytes: part
    )
    return isGood ? .YES : .NO
  }
}
