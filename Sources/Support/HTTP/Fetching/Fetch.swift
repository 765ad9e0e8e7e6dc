import Formats
import Synchronization

/// Fetches one resource into its queue. A task sends the requests, follows redirects, retries, and resumes a body that
/// was cut off. Responses are judged on the network thread as they arrive.
final class Fetch: Sendable {
  enum Judgement {
    case redirect(WebAddress)
    /// Read the body, and skip its first `skipped` bytes.
    case body(skipped: Int64)
  }

  let queue: ByteQueue
  /// The address of the first request.
  let origin: WebAddress
  let context: FetchContext
  private let request: ResourceRequest
  private let progress: Mutex<FetchProgress>

  /// - Throws: `unsupported` if the URL of the request cannot be fetched.
  init(_ request: ResourceRequest, _ context: FetchContext, _ queue: ByteQueue)
    throws(ResourceError)
  {
    origin = try WebAddress(fetching: request.url)
    self.request = request
    self.context = context
    self.queue = queue
    progress = Mutex(FetchProgress(request))
  }

  /// Fetches until the queue has ended for any reason.
  func run() async {
    let error = TransferLoop.shared.startError
    guard error == 0 else {
      return queue.finish(.failure(FetchFailure(.system(error), at: origin).error))
    }
    var course = FetchCourse(request, context)
    var address = origin
    while !queue.hasEnded, let end = await attempt(at: address, course) {
      course.add(end.spent)
      let progress = progress.withLock(\.self)
      do throws(FetchFailure) {
        switch end.outcome {
        case .complete:
          try progress.checkEnd(at: address)
          return queue.finish(.success(()))
        case .redirect(let target):
          try course.redirect(from: address)
          address = target
        case .failure(let failure): throw failure
        }
      } catch {
        guard await waits(after: error, progress, &course, at: address, lasting: end.spent.time)
        else { return }
        address = origin
      }
    }
  }

  private func attempt(at address: WebAddress, _ course: FetchCourse) async -> Attempt.End? {
    do {
      let proxy = try context.route(to: address)
      let attempt = Attempt(self, address, proxy == nil ? context.addresses : nil)
      return await attempt.run(
        context.settings(for: request, at: address, through: proxy, progress.withLock(\.self)),
        course.limits()
      )
    } catch {
      return Attempt.End(outcome: .failure(error), spent: FetchCourse.Spent())
    }
  }

  /// Waits before a retry. Returns false if there is no retry.
  private func waits(
    after failure: FetchFailure,
    _ progress: FetchProgress,
    _ course: inout FetchCourse,
    at address: WebAddress,
    lasting time: Duration
  ) async -> Bool {
    if failure.error.code != .timedOut {
      let error = failure.finalError
      note("\(error.reason): \(error.remedy)", at: address)
    }
    guard !queue.hasEnded else { return false }
    guard let pause = course.pause(after: failure, received: progress.received),
      canGoOn()
    else {
      finish(failure.finalError.afterBytes(progress))
      return false
    }
    report(pause.words(failure), isLong: max(pause.length, time) >= FetchCourse.longWait)
    do {
      try await context.environment.wait(pause.length)
      return true
    } catch {
      // The wait ends early only if the task is cancelled, and then no consumer waits for bytes.
      return false
    }
  }

  func note(_ text: String, at address: WebAddress) {
    guard !queue.hasEnded else { return }
    context.options.record?.note(text, request.purpose, at: address)
  }

  func report(_ text: String, isLong: Bool) {
    guard !queue.hasEnded else { return }
    context.options.report(
      FetchNotice(url: ShownURL.text(origin.text), text: text, isLong: isLong)
    )
  }

  // MARK: - Responses

  /// Whether all requested bytes have been received.
  var isComplete: Bool { progress.withLock(\.isComplete) }

  func judge(_ head: ResponseHead, at address: WebAddress) throws(FetchFailure) -> Judgement {
    switch head.status {
    case 200..<300:
      return .body(skipped: try accept(head, at: address))
    case 301, 302, 303, 307, 308:
      guard let location = head.headers["location"] else {
        throw FetchFailure(head, at: address, now: context.environment.now())
      }
      do {
        return .redirect(try address.resolving(location))
      } catch {
        throw .lasting(error)
      }
    default:
      throw FetchFailure(head, at: address, now: context.environment.now())
    }
  }

  private func accept(
    _ head: ResponseHead,
    at address: WebAddress
  ) throws(FetchFailure) -> Int64 {
    let (skipped, size, wholeSize) = try progress.withLock { (progress) throws(FetchFailure) in
      var skipped = try progress.accept(head, at: address)
      if skipped == nil, head.status != 206, queue.restart() {
        progress.restart()
        skipped = try progress.accept(head, at: address)
      }
      guard let skipped else { throw changed(address) }
      return (skipped, progress.expected, progress.wholeSize)
    }
    guard size ?? 0 <= request.maximumSize else { throw tooLarge(address) }
    let response = ResourceResponse(
      url: address.text,
      contentType: head.headers["content-type"].flatMap(Self.mediaType),
      size: size,
      wholeSize: wholeSize,
      date: head.date
    )
    guard queue.announce(response).url == response.url else { throw changed(address) }
    return skipped
  }

  private static func mediaType(_ text: String) -> String? {
    let type = text.prefix { $0 != ";" }.trimmingBlanks.lowercased()
    return type.isEmpty ? nil : type
  }

  /// Adds bytes to the queue. Returns false if the queue is full; `whenRoom` is called when it has room again.
  func receive(
    _ bytes: UnsafeRawBufferPointer,
    at address: WebAddress,
    whenRoom: @escaping @Sendable () -> Void
  ) throws(FetchFailure) -> Bool {
    let size = bytes.count
    if request.purpose == .segment { context.options.record?.add(bytes: size) }
    let (count, isTooLarge) = progress.withLock { progress in
      let count = min(size, Int(clamping: progress.wanted ?? .max))
      progress.add(count)
      return (count, progress.received > request.maximumSize)
    }
    guard !isTooLarge else { throw tooLarge(address) }
    return queue.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]), whenRoom: whenRoom)
  }

  private func tooLarge(_ address: WebAddress) -> FetchFailure {
    .lasting(.tooLarge, address, "is larger than \(request.maximumSize) bytes", "check the URL")
  }

  private func changed(_ address: WebAddress) -> FetchFailure {
    .lasting(
      .incomplete,
      address,
      "was cut off, and may have changed when it was requested again",
      "run the command again"
    )
  }

  /// Whether another attempt can resume, or restart without the consumer noticing.
  private func canGoOn() -> Bool {
    progress.withLock { progress in
      if progress.received == 0 || progress.canResume { return true }
      guard queue.restart() else { return false }
      progress.restart()
      return true
    }
  }

  private func finish(_ error: ResourceError) {
    var error = error
    error.url = origin.text
    queue.finish(.failure(error))
  }
}

extension Duration {
  /// The duration as text, such as `30 s` or `1.5 s`.
  var inWords: String {
    let tenths = Int64((self / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension ResourceError {
  /// The error for a failure in the middle of the body.
  func afterBytes(_ progress: FetchProgress) -> ResourceError {
    guard progress.received > 0, [.unreachable, .timedOut, .status].contains(code) else {
      return self
    }
    let bytes = "\(progress.received)\(progress.expected.map { " of \($0)" } ?? "") bytes"
    return ResourceError(
      .incomplete,
      url: url,
      // A server that is too slow has not closed the connection.
      reason: code == .timedOut
        ? "\(reason): gave up after \(bytes)" : "was cut off after \(bytes) (\(reason))",
      remedy: remedy
    )
  }
}
