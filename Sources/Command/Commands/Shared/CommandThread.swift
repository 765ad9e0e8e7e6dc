import System

/// The thread of the command, which reads local files and writes results. Tasks that wait for the network release it.
enum CommandThread {
  static let executor = OwnThread(label: "id3tap.command")
}
