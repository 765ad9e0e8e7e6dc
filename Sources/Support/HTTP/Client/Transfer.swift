import CCurl
import Glibc

/// Receives the events of one transfer on the network thread.
package protocol TransferDelegate: AnyObject {
  /// Whether a connection to an address is allowed; `address` is nil if it is not an IP address. Called before a socket
  /// is opened (`isConnected` is false), and again with the address of the new or reused connection before the request
  /// is sent. Not called for the address of a proxy.
  func mayReach(_ address: IPAddress?, isConnected: Bool) -> Bool
  /// The connection is established, and the request is about to be sent.
  func willSend()
  func receive(_ head: ResponseHead)
  /// Decoded bytes of the body were received. They are valid only during the call.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Transfer.Appetite
  /// The certificates of the server were received. Called for inspections only.
  func receive(_ certificates: [ServerCertificate])
  /// The transfer ended; `failure` is nil if the whole response was received. No method is called afterwards.
  func end(_ failure: HTTPFailure?)
}

extension TransferDelegate {
  package func receive(_ certificates: [ServerCertificate]) {}
}

/// One request and its response. Use it only on the thread of ``TransferLoop``.
package final class Transfer {
  /// What the transfer does with the bytes that follow.
  package enum Appetite {
    case more
    /// Hold the following bytes until `resume`.
    case pause
    /// Close the connection: `end` is called with `cancelled`.
    case stop
  }

  /// The maximum total size, in bytes, of the header lines of a response, including preliminary responses and trailers.
  /// It is several times the usual size.
  private static let headLimit = 128 << 10
  /// The maximum ratio of a decoded body to its encoded size. Compression usually shrinks playlists to a tenth, rarely
  /// to a thirtieth.
  private static let largestGrowth: Int64 = 100
  /// The maximum number of bytes that libcurl may have read but not yet counted.
  private static let uncounted: Int64 = 64 << 10

  private let easy: UnsafeMutableRawPointer
  private let lists: [UnsafeMutablePointer<curl_slist>]
  private let settings: HTTPRequest
  /// Nil after the end of the transfer.
  private var delegate: (any TransferDelegate)?
  private var head = HeadReader()
  private var hasHead = false
  private var isEncoded = false
  /// Whether the request has been sent at least once.
  private var isSent = false
  /// The sockets opened for this request; empty if it uses a kept connection.
  private var sockets: [Int32] = []
  /// Whether the kept connection cannot be trusted, so that a new connection is needed.
  private var needsNewConnection = false
  private var decoded: Int64 = 0
  /// Whether the delegate currently accepts no bytes.
  private var isHeld = false
  /// Whether libcurl holds back bytes until `resume` is called.
  private var isPaused = false
  /// The reason why this process ended the transfer; nil if it did not.
  private var ending: HTTPFailure?

  private init(
    _ easy: UnsafeMutableRawPointer,
    _ lists: [UnsafeMutablePointer<curl_slist>],
    _ settings: HTTPRequest,
    _ delegate: any TransferDelegate
  ) {
    (self.easy, self.lists, self.settings, self.delegate) = (easy, lists, settings, delegate)
  }

  /// Begins a transfer.
  package static func start(
    _ settings: HTTPRequest,
    _ delegate: any TransferDelegate
  ) throws(HTTPFailure) -> Transfer {
    let (easy, lists) = try settings.makeEasy()
    let transfer = Transfer(easy, lists, settings, delegate)
    transfer.setCallbacks()
    guard TransferLoop.shared.add(transfer, easy) == CURLM_OK else {
      transfer.release()
      throw .system(ENOMEM)
    }
    return transfer
  }

  /// Continues after a pause, when the delegate has room again.
  package func resume() {
    guard delegate != nil else { return }
    isHeld = false
    guard isPaused else { return }
    isPaused = false
    let result = curl_easy_pause(easy, CURLPAUSE_CONT)
    // libcurl now delivers the bytes that it held back. Only this result reports a failure to do so; if it were
    // ignored, the transfer would hang. CURLE_BAD_FUNCTION_ARGUMENT means that the transfer has ended and has no
    // connection: the loop is notified.
    guard result != CURLE_OK, result != CURLE_BAD_FUNCTION_ARGUMENT else { return }
    end(result)
  }

  /// Ends the transfer and its connection immediately. The delegate is not called again. A method of the delegate must
  /// not call this method.
  package func cancel() {
    guard delegate != nil else { return }
    delegate = nil
    TransferLoop.shared.remove(easy)
    release()
  }

  func end(_ result: CURLcode) {
    guard let delegate else { return }
    if needsNewConnection || isForeignAnswer(result) {
      guard !startOver() else { return }
    }
    self.delegate = nil
    var failure = ending
    if failure == nil, result != CURLE_OK {
      var (osError, connectStatus) = (0, 0)
      id3tap_easy_get_long(easy, CURLINFO_OS_ERRNO, &osError)
      if settings.proxy != nil {
        id3tap_easy_get_long(easy, CURLINFO_HTTP_CONNECTCODE, &connectStatus)
      }
      failure = HTTPFailure(result, osError: Int32(osError), connectStatus: connectStatus)
      var verifyResult = 0
      id3tap_easy_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &verifyResult)
      failure?.verifyResult = verifyResult
    }
    if settings.isInspection {
      delegate.receive(ServerCertificate.all(of: easy))
    } else if failure == nil, !hasHead {
      failure = HTTPFailure(.closed, "no response was received")
    }
    TransferLoop.shared.remove(easy)
    release()
    delegate.end(failure)
  }

  /// Whether the bytes on a kept connection are probably the rest of an earlier response, and this request may be sent
  /// again.
  private func isForeignAnswer(_ result: CURLcode) -> Bool {
    [CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL].contains(result)
      && sockets.isEmpty && !hasHead && !settings.isSentOnce
  }

  /// Sends the request again on a new connection. Returns false if libcurl has no memory for it.
  private func startOver() -> Bool {
    (needsNewConnection, ending, head) = (false, nil, HeadReader())
    TransferLoop.shared.remove(easy)
    id3tap_easy_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
    return TransferLoop.shared.add(self, easy) == CURLM_OK
  }

  private func release() {
    curl_easy_cleanup(easy)
    for list in lists { curl_slist_free_all(list) }
  }
}

// MARK: - From libcurl

extension Transfer {
  private static func of(_ context: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// Sets the callbacks. The loop retains the transfer as long as libcurl may call them.
  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    id3tap_easy_set_pointer(easy, CURLOPT_HEADERDATA, context)
    id3tap_easy_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Transfer.of(context).receive(line: line) ? line.count : 0
    }
    id3tap_easy_set_pointer(easy, CURLOPT_WRITEDATA, context)
    id3tap_easy_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      return Transfer.of(context).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    id3tap_easy_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
    id3tap_easy_set_opener(easy) { context, _, address in
      guard let context, let address else { return id3tap_bad_socket }
      return Transfer.of(context).open(address)
    }
    // This callback has no context, because a connection can outlive the transfer that opened it.
    id3tap_easy_set_closer(easy) { _, socket in
      TransferLoop.shared.connections.value.remove(socket)
      return close(socket)
    }
    id3tap_easy_set_pointer(easy, CURLOPT_PREREQDATA, context)
    id3tap_easy_set_prerequest(easy) { context, remote, local, remotePort, localPort in
      guard let context, let remote, let local else { return CURL_PREREQFUNC_ABORT }
      return Transfer.of(context).prepare(
        KeptConnections.Ends(
          remote: String(cString: remote),
          remotePort: remotePort,
          local: String(cString: local),
          localPort: localPort
        )
      )
    }
  }

  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let wanted = address.pointee
    let bytes = withUnsafeBytes(of: &address.pointee.addr) {
      UnsafeRawBufferPointer(start: $0.baseAddress, count: Int(wanted.addrlen))
    }
    guard settings.proxy != nil || delegate?.mayReach(IPAddress(bytes), isConnected: false) == true
    else {
      errno = EACCES
      return id3tap_bad_socket
    }
    let opened = socket(
      wanted.family,
      wanted.socktype | Int32(SOCK_CLOEXEC.rawValue),
      wanted.protocol
    )
    if opened >= 0 { sockets.append(opened) }
    return opened
  }

  private func prepare(_ ends: KeptConnections.Ends) -> Int32 {
    guard let delegate else { return CURL_PREREQFUNC_ABORT }
    guard TransferLoop.shared.connections.value.accept(ends, opened: sockets) else {
      needsNewConnection = true
      return CURL_PREREQFUNC_ABORT
    }
    let remote = ends.remote
    let zoned = remote.prefix { $0 != "%" }
    guard settings.proxy != nil || delegate.mayReach(IPAddress(String(zoned)), isConnected: true)
    else {
      ending = HTTPFailure(.refusedAddress, "the address \(remote) is not allowed")
      return CURL_PREREQFUNC_ABORT
    }
    // libcurl automatically resends a request when a kept connection closes without a response.
    guard !isSent || !settings.isSentOnce else {
      ending = HTTPFailure(.closed, "the server closed the connection")
      return CURL_PREREQFUNC_ABORT
    }
    isSent = true
    delegate.willSend()
    return CURL_PREREQFUNC_OK
  }

  private func receive(line: UnsafeRawBufferPointer) -> Bool {
    let fits =
      hasHead
      ? head.count(line, limit: Self.headLimit) : head.add(line, limit: Self.headLimit)
    guard fits else {
      ending = HTTPFailure(.tooLarge, "a response head that is too large")
      return false
    }
    guard !hasHead, let complete = head.complete else { return true }
    hasHead = true
    isEncoded =
      settings.accepts != nil
      && complete.headers.values("content-encoding").contains {
        !$0.isEmpty && $0.lowercased() != "identity"
      }
    settings.cookies?.note(newCount: head.cookieCount, on: easy)
    delegate?.receive(complete)
    return true
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let delegate else { return 0 }
    // If no head is complete, libcurl has treated a status below 200 as the final status.
    guard hasHead else {
      ending = HTTPFailure(.notHTTP, "a body without a final status")
      return bytes.count == 0 ? 1 : 0
    }
    guard !isHeld else {
      isPaused = true
      return id3tap_pause_writing
    }
    guard !isEncoded || checkGrowth(bytes.count) else { return 0 }
    switch delegate.receive(bytes) {
    case .more: return bytes.count
    case .pause:
      isHeld = true
      return bytes.count
    case .stop:
      ending = .cancelled
      // libcurl treats every result except `bytes.count` and a pause as an error.
      return bytes.count == 0 ? 1 : 0
    }
  }

  private func checkGrowth(_ count: Int) -> Bool {
    decoded += Int64(count)
    var encoded: Int = 0
    id3tap_easy_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T, &encoded)
    guard decoded > Self.largestGrowth * (Int64(encoded) + Self.uncounted) else { return true }
    ending = HTTPFailure(.tooLarge, "a compressed body that expands too much")
    return false
  }
}

/// Assembles a response head from its lines.
private struct HeadReader {
  /// The whole head; nil until the empty line after a final status has been read.
  private(set) var complete: ResponseHead?
  /// The number of cookies set, including those of preliminary responses, which libcurl stores too.
  private(set) var cookieCount = 0
  private var head = ResponseHead(status: 0)
  private var byteCount = 0

  mutating func count(_ line: UnsafeRawBufferPointer, limit: Int) -> Bool {
    byteCount += line.count
    return byteCount <= limit
  }

  /// Adds a line. Returns false if the head is larger than `limit` bytes.
  mutating func add(_ line: UnsafeRawBufferPointer, limit: Int) -> Bool {
    guard count(line, limit: limit) else { return false }
    let text = line[..<(line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { $0 + 1 } ?? 0)]
    if text.isEmpty {
      if head.status >= 200 { complete = head }
      return true
    }
    if head.status < 200, text.starts(with: "HTTP/".utf8) || text.starts(with: "ICY 200".utf8) {
      let words = text.split(separator: 0x20, maxSplits: 2)
      let status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
      head = ResponseHead(status: status ?? 0)
      return true
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let name = String(decoding: text[..<colon], as: UTF8.self)
    if name.lowercased() == "set-cookie" { cookieCount += 1 }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let value = text[(colon + 1)...].drop(while: isBlank)
    let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
    head.headers.append(name, String(decoding: value[..<end], as: UTF8.self))
    return true
  }
}
