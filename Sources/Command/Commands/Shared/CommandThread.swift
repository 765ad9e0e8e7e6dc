import System

/// The thread of the command: it reads local files and writes results. What waits for the network gives it back meanwhile.
enum CommandThread {
  static let executor = OwnThread(label: "id3tap.command")
}
