import System

/// The command's thread, which reads local files and writes results. A task that waits for the network does not block it.
enum CommandThread {
  static let executor = OwnThread(label: "id3tap.command")
}
