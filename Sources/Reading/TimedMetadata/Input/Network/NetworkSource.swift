import CFFmpeg
import Formats
import Glibc

/// A live feed over UDP, RTP or SRT, received by libavformat. Only one thread may use it.
///
/// libavformat may use only the protocol of the URL and the protocols below it.
public final class NetworkSource: ByteSource {
  /// The name of the input in messages: the given name, or else the URL without its secrets.
  public let name: String
  /// Always nil: a live feed has no size.
  public let size: Int64? = nil
  private let url: NetworkURL
  private let watch: NetworkWatch
  private let messages = LibavLog.Lines()
  private let report: (String) -> Void
  private var context: UnsafeMutablePointer<AVIOContext>?
  private var sequencer = RTPSequencer()
  private var payload: ArraySlice<UInt8> = []
  private var datagram: [UInt8] = []
  private var reportedLosses = 0
  private var hasReceived = false
  /// The number of datagrams before the first RTP packet that are neither RTP nor RTCP; -1 after that packet.
  private var foreignDatagrams = 0
  private var foreignKind = DatagramKind.other

  /// The number of UDP datagrams that were checked for RTP.
  private var checkedDatagrams = 0
  private static let checkedLimit = 4

  /// The number of datagrams without RTP, before any RTP packet, after which reading an RTP feed fails.
  private static let foreignLimit = 8

  private static let networkIsReady = avformat_network_init() >= 0

  /// The default time without data after which reading fails.
  public static let defaultIdleTimeout: Duration = .seconds(30)

  /// Opens a feed. Waits for an SRT connection, but not for data.
  /// - Parameters:
  ///   - url: A URL with `udp://`, `rtp://` or `srt://`, a host and a port, and options in the query.
  ///   - name: The name of the input in messages; nil means the URL without its secrets.
  ///   - idleTimeout: The time without a connection or data after which opening or reading fails.
  ///   - isCancelled: Called at least every 100 ms during a wait; returns true to end it.
  ///   - noticeDelay: The time without data after which `wait` is called.
  ///   - report: Called with messages about the feed, such as lost packets.
  ///   - wait: Called with a message about a time without data, at most once a minute.
  /// - Throws: `cannotOpen`, `cancelled`.
  public init(
    url: String,
    name: String? = nil,
    idleTimeout: Duration = NetworkSource.defaultIdleTimeout,
    isCancelled: @escaping () -> Bool = { false },
    noticeDelay: Duration = .seconds(5),
    report: @escaping (String) -> Void = { _ in },
    wait: @escaping (String) -> Void = { _ in }
  ) throws(TimedMetadataError) {
    self.name = name ?? NetworkURL.shown(url)
    self.url = try NetworkURL(url)
    self.report = report
    watch = NetworkWatch(
      idleTimeout: idleTimeout,
      noticeDelay: noticeDelay,
      isCancelled: isCancelled,
      wait: wait
    )
    guard Self.networkIsReady else { throw failed(.cannotOpen, id3tap_averror_eio()) }
    try open()
  }

  deinit { avio_closep(&context) }

  private func open() throws(TimedMetadataError) {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "protocol_whitelist", url.transport.whitelist, 0)
    for (name, value) in url.transport.defaults where !url.options.contains(name) {
      av_dict_set(&options, name, value, 0)
    }
    // The passphrase is not in the URL, because libavformat repeats the URL in its messages.
    if let passphrase = url.passphrase { av_dict_set(&options, "passphrase", passphrase, 0) }
    var interruption = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        return Unmanaged<NetworkWatch>.fromOpaque(opaque).takeUnretainedValue().shallEnd ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(watch).toOpaque()
    )
    watch.restart()
    let result = LibavLog.collecting(into: messages) {
      avio_open2(&context, url.text, AVIO_FLAG_READ, &interruption, &options)
    }
    guard result >= 0, context != nil else { throw failed(.cannotOpen, result) }
  }

  /// Waits for bytes of a datagram, and returns the number of bytes read: 0 if the feed has ended, such as an SRT
  /// connection.
  /// - Throws: `cannotRead`, `cancelled`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    guard url.transport == .rtp else {
      let count = try receive(into: buffer)
      if url.transport == .udp, checkedDatagrams < Self.checkedLimit {
        checkedDatagrams += 1
        try requireNoRTP(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
      }
      return count
    }
    if datagram.isEmpty { datagram = [UInt8](repeating: 0, count: 65_536) }
    while payload.isEmpty {
      if let next = sequencer.next() {
        payload = next[...]
      } else {
        try receivePacket()
      }
    }
    let count = min(buffer.count, payload.count)
    buffer.copyBytes(from: payload.prefix(count))
    payload.removeFirst(count)
    return count
  }

  private func receivePacket() throws(TimedMetadataError) {
    let received = datagram.withUnsafeMutableBytes { datagram in
      Result { () throws(TimedMetadataError) in try receive(into: datagram) }
    }
    let count = try received.get()
    let packet = datagram.withUnsafeBytes {
      RTPPacket(UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
    }
    guard let packet else { return try receiveForeign(count) }
    foreignDatagrams = -1
    sequencer.add(packet, Array(datagram[packet.payload]))
    guard sequencer.lostCount > reportedLosses else { return }
    let lost = sequencer.lostCount - reportedLosses
    report("\(Decimals.counted(lost, "RTP packet")) \(lost == 1 ? "was" : "were") lost")
    reportedLosses = sequencer.lostCount
  }

  private func requireNoRTP(_ datagram: UnsafeRawBufferPointer) throws(TimedMetadataError) {
    guard DatagramKind(datagram) == .rtp else { return }
    throw TimedMetadataError(
      .cannotRead,
      input: name,
      reason: "the datagrams are RTP packets",
      remedy: "write the URL with rtp:// instead of udp://"
    )
  }

  /// Counts a datagram that is not RTP, and fails if too many arrive before the first RTP packet. RTCP is ignored.
  private func receiveForeign(_ count: Int) throws(TimedMetadataError) {
    let kind = datagram.withUnsafeBytes {
      DatagramKind(UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
    }
    // Stray datagrams among RTP packets are harmless.
    guard kind != .rtcp, foreignDatagrams >= 0 else { return }
    foreignDatagrams += 1
    foreignKind = kind
    guard foreignDatagrams >= Self.foreignLimit else { return }
    throw notRTP
  }

  private var notRTP: TimedMetadataError {
    let count = foreignDatagrams == 1 ? "a datagram" : "\(foreignDatagrams) datagrams"
    let isPlain = foreignKind == .transportStream
    return TimedMetadataError(
      .cannotRead,
      input: name,
      reason: "received \(count) that \(foreignDatagrams == 1 ? "is" : "are") not RTP"
        + (isPlain ? " but a transport stream without RTP" : ""),
      remedy: isPlain
        ? "write the URL with udp:// instead of rtp://"
        : "check the sender: a transport stream without RTP is read with udp://"
    )
  }

  /// Reads once from libavformat: a datagram, or as much of one as fits into the buffer.
  private func receive(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(TimedMetadataError) -> Int {
    watch.restart()
    while true {
      let result = LibavLog.collecting(into: messages) {
        avio_read_partial(
          context,
          buffer.bindMemory(to: UInt8.self).baseAddress,
          Int32(clamping: buffer.count)
        )
      }
      for line in takeMessages() { report(line) }
      if result > 0 {
        hasReceived = true
        return Int(result)
      }
      // A result of 0 or EAGAIN means an empty datagram, or a call that a signal interrupted.
      if result == 0 || result == id3tap_averror_eagain(), !watch.shallEnd { continue }
      if result == id3tap_averror_eof() || hasEnded(result) { return 0 }
      throw failed(.cannotRead, result)
    }
  }

  /// Whether an SRT connection has ended. SRT has no regular end: a failure after data has been received counts as the
  /// end, unless it is a timeout or a cancellation.
  private func hasEnded(_ result: Int32) -> Bool {
    guard url.transport == .srt, hasReceived, !watch.shallEnd else { return false }
    report("the SRT connection ended (\(LibavError(number: result)))")
    return true
  }

  /// The collected messages of libavformat, in which the URL is replaced by the name that results show.
  private func takeMessages() -> [String] {
    messages.take().map { $0.replacing(url.text, with: name) }
  }

  private func failed(_ code: TimedMetadataError.Code, _ number: Int32) -> TimedMetadataError {
    if watch.isCancelled() { return .interrupted(input: name) }
    if watch.isLate, foreignDatagrams > 0 {
      return notRTP
    }
    if watch.isLate {
      return TimedMetadataError(
        code,
        input: name,
        reason: "received nothing for \(NetworkWatch.words(for: watch.idleTimeout))",
        remedy: "check the address, the sender and the network"
      )
    }
    // libavformat's own message is often more specific than the error number.
    let words = takeMessages().last ?? "\(LibavError(number: number))"
    return TimedMetadataError(
      code,
      input: name,
      reason: code == .cannotOpen ? "cannot be opened (\(words))" : "reading failed (\(words))",
      remedy: "check the address and its options"
    )
  }
}

/// Decides when libavformat must stop waiting, and reports times without data.
private final class NetworkWatch {
  let idleTimeout: Duration
  let isCancelled: () -> Bool
  /// The minimum time between two notices, because some feeds are often silent.
  private static let noticeInterval: Duration = .seconds(60)
  private let noticeDelay: Duration
  private let wait: (String) -> Void
  private var start = ContinuousClock.now
  private var lastNotice: ContinuousClock.Instant?

  init(
    idleTimeout: Duration,
    noticeDelay: Duration,
    isCancelled: @escaping () -> Bool,
    wait: @escaping (String) -> Void
  ) {
    self.idleTimeout = idleTimeout
    self.noticeDelay = noticeDelay
    self.isCancelled = isCancelled
    self.wait = wait
  }

  /// A duration as text, such as `30 s` or `1500 ms`.
  static func words(for time: Duration) -> String {
    let milliseconds = Int64(time / .milliseconds(1))
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }

  func restart() { start = .now }

  var isLate: Bool { .now - start >= idleTimeout }

  var shallEnd: Bool {
    reportSilence()
    return isCancelled() || isLate
  }

  private func reportSilence() {
    let now = ContinuousClock.now
    guard now - start >= noticeDelay, now - start < idleTimeout else { return }
    if let lastNotice, now - lastNotice < Self.noticeInterval { return }
    lastNotice = now
    wait(
      "received nothing for \(Self.words(for: noticeDelay)): "
        + "waiting for up to \(Self.words(for: idleTimeout)) in total"
    )
  }
}
