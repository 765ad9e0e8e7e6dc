import Foundation
import Synchronization

/// Reads commands line by line. On a terminal, the clock runs in real time. In a pipe, only `wait` advances a clock
/// that starts at 2023-11-14T22:13:20Z, so that the same commands give the same output.
@main
final class SamplePlayer: Sendable {
  private static let help = """
    channels [FILE|URL]  list the channels, or read a list    channel N  choose a channel
    play, pause, resume, stop, seek SECOND, wait SECONDS|end, ads on|off, pip on|off, quit
    optout [ADDRESS]     show the opt-out page, or go to an address on it
    mail ADDRESS FILE    write the log as an e-mail
    """

  private let isTerminal = isatty(STDIN_FILENO) == 1
  private let passed = Atomic<Int64>(0)
  private var milliseconds: Int64 {
    let start = isTerminal ? Int64(Date().timeIntervalSince1970 * 1000) : 1_700_000_000_000
    return start + passed.load(ordering: .relaxed)
  }

  @MainActor static func main() async { await SamplePlayer().run() }

  @MainActor private func run() async {
    let player = Player { [self] in milliseconds }
    var next = milliseconds + 1000
    prompt()
    while true {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let rest = isTerminal ? max(0, next - milliseconds) : -1
      if poll(&input, 1, Int32(clamping: rest)) == 0 {
        next += 1000
        await player.passSecond()
        continue
      }
      guard let line = Self.nextLine(), line != "quit" else { break }
      if !isTerminal { print(line) }
      do { try await follow(line, player) } catch {
        player.report("\(line): \(error.localizedDescription)")
      }
      next = max(next, milliseconds)
      prompt()
    }
    player.quit()
  }

  private func prompt() {
    print("> ", terminator: "")
    fflush(nil)
  }

  /// The next line of the input, read byte by byte so that `poll` detects the following lines. Nil at the end.
  private static func nextLine() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Runs the command in a line.
  private func follow(_ line: String, _ player: Player) async throws {
    let words = line.split(separator: " ").map(String.init) + ["", "", ""]
    let value = words[1]
    switch words[0] {
    case "": break
    case "channels":
      if !value.isEmpty { player.replace(try Channel.list(at: value)) }
      for (index, channel) in player.channels.enumerated() {
        print(index == player.index ? ">" : " ", index + 1, channel.title)
      }
    case "channel": player.choose(Int(value) ?? 0)
    case "play", "resume": await player.play()
    case "pause": player.pause()
    case "stop": player.stop()
    case "seek": player.seek(to: Int64(value) ?? 0)
    case "wait" where value == "end": while player.isPlaying { await pass(player) }
    case "wait": for _ in 0..<max(0, Int(value) ?? 0) { await pass(player) }
    case "ads": player.playsAds = value == "on"
    case "pip": player.setPictureInPicture(value == "on")
    case "optout": player.optOut(value.isEmpty ? nil : value)
    case "mail": try Data(player.email(to: value).utf8).write(to: URL(fileURLWithPath: words[2]))
    default: print(Self.help)
    }
  }

  private func pass(_ player: Player) async {
    passed.add(1000, ordering: .relaxed)
    await player.passSecond()
  }
}
