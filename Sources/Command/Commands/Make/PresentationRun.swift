import ArgumentParser
import Glibc
import HTTP
import HTTPServer
import Records
import StreamMaker
import System

/// Writes an HLS or DASH presentation into a folder, and serves it if an address is given.
struct PresentationRun {
  let maker: PresentationMaker
  let folder: String
  let isLive: Bool
  /// Whether the presentation is published in parts (LL-HLS).
  var isLowLatency = false
  var refusesDirectives = false
  /// The address of the server. Nil if the presentation is not served.
  let address: ListeningAddress?

  /// Writes all files and, if the presentation is served, waits for an interruption by the user.
  /// - Throws: The exit code of an interruption, the errors of the maker and the server, and errors of writing.
  func callAsFunction(_ diagnostics: Diagnostics) async throws {
    let files = try OutputFolder(folder)
    // The server starts first: if its address is in use, nothing is written.
    let server = try address.map {
      try StreamServer(
        folder: folder,
        address: $0,
        holdsRequests: isLowLatency,
        refusesDirectives: refusesDirectives,
        logger: diagnostics.log
      )
    }
    let listening = try await server?.start()
    defer { if let server { Task { await server.stop() } } }
    let entry = maker.entryName
    let store = FolderStore(files: files, entry: entry, progress: diagnostics.progress) {
      guard let listening else { return }
      diagnostics.notice(
        "\(folder): served at http://\(listening)/\(entry): "
          + "stop with Ctrl-C"
      )
    }
    store.didWrite = { name in if name.hasSuffix("index.m3u8") { server?.didPublish() } }
    diagnostics.progress.start(folder)
    if isLive {
      let clock = PublishingClock(now: Self.now) { try Interruption.wait(until: $0, now: Self.now) }
      try maker.follow(clock, notice: diagnostics.notice, to: store)
    } else {
      try maker.write(notice: diagnostics.notice, to: store)
    }
    diagnostics.progress.hide()
    if server != nil { try Interruption.wait(until: .infinity, now: Self.now) }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

final class FolderStore: PresentationStore {
  private let files: OutputFolder
  /// The name of the file that a player opens first.
  private let entry: String
  private let progress: ProgressLine
  /// Called once, when the presentation can first be played.
  private let didBecomePlayable: () -> Void
  /// Called with the name of each file that was written in one piece.
  var didWrite: (String) -> Void = { _ in }
  private var isPlayable = false
  private var written: Int64 = 0

  init(
    files: OutputFolder,
    entry: String,
    progress: ProgressLine,
    didBecomePlayable: @escaping () -> Void
  ) {
    self.files = files
    self.entry = entry
    self.progress = progress
    self.didBecomePlayable = didBecomePlayable
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try files.write(bytes, to: name)
    try count(bytes)
    didWrite(name)
    guard name == entry, !isPlayable else { return }
    isPlayable = true
    didBecomePlayable()
  }

  func append(_ bytes: [UInt8], to name: String) throws {
    try files.append(bytes, to: name)
    try count(bytes)
  }

  func close(_ name: String) throws { try files.close(name) }

  func remove(_ name: String) throws { try files.remove(name) }

  private func count(_ bytes: [UInt8]) throws {
    if Interruption.isRequested { throw ExitCodes.interrupted }
    written += Int64(bytes.count)
    progress.update(read: written, of: nil)
  }
}

extension Interruption {
  /// Waits until `time`, which is in Unix seconds.
  /// - Throws: The exit code of an interruption by the user.
  static func wait(until time: Double, now: () -> Double) throws {
    while !isRequested {
      let left = time - now()
      guard left > 0 else { return }
      var wakeUp = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // poll(2) takes an Int32 of milliseconds, so one wait is at most a day. The conversion cuts off the fraction.
      poll(&wakeUp, 1, Int32(min(left, 86_400) * 1000) + 1)
    }
    throw ExitCodes.interrupted
  }
}
