import ArgumentParser
import Glibc
import Results
import StreamMaker

/// Writes an HLS presentation into a folder.
struct PresentationRun {
  private let maker: PresentationMaker
  private let folder: String

  init(_ options: PresentationOptions, folder: String) {
    maker = PresentationMaker(options)
    self.folder = folder
  }

  func run(isLive: Bool, _ diagnostics: Diagnostics) throws {
    let progress = diagnostics.progress
    var written: Int64 = 0
    progress.start(folder)
    let store = FolderStore(folder: try OutputFolder(folder)) { count in
      if Interruption.isRequested { throw InputRun.Exit.interrupted }
      written += Int64(count)
      progress.update(read: written, of: nil)
    }
    guard isLive else {
      try maker.write(notice: diagnostics.notice, to: store)
      progress.hide()
      return
    }
    let clock = LiveClock(now: Self.now) { time in
      try Interruption.wait(until: time, now: Self.now)
    }
    try maker.follow(clock, notice: diagnostics.notice, to: store)
    progress.hide()
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The files of a presentation in a folder.
private struct FolderStore: PresentationStore {
  let folder: OutputFolder
  /// Takes the number of bytes that were written; may end the writing.
  let didWrite: (Int) throws -> Void

  func write(_ bytes: [UInt8], to name: String) throws {
    try folder.write(bytes, to: name)
    try didWrite(bytes.count)
  }

  func append(_ bytes: [UInt8], to name: String) throws {
    try folder.append(bytes, to: name)
    try didWrite(bytes.count)
  }

  func close(_ name: String) throws { try folder.close(name) }

  func remove(_ name: String) throws { try folder.remove(name) }
}

extension Interruption {
  /// Returns at a time in Unix seconds.
  /// - Throws: the exit code, when an end is asked for before.
  static func wait(until time: Double, now: () -> Double) throws {
    while !isRequested {
      let left = time - now()
      guard left > 0 else { return }
      var wakeUp = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // A day at most, so that the number of milliseconds fits; one more, so that none is left.
      poll(&wakeUp, 1, Int32(min(left, 86_400) * 1000) + 1)
    }
    throw InputRun.Exit.interrupted
  }
}
