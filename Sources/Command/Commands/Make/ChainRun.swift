import StreamMaker
import System

/// Writes the taps of a chain into a folder, and prints the command that compares them.
struct ChainRun {
  let maker: ChainMaker
  let folder: String

  /// Writes all files before it returns.
  /// - Throws: The exit code of an interruption, and the errors of the maker and of the files.
  func callAsFunction(_ diagnostics: Diagnostics) throws {
    let store = FolderStore(
      files: try OutputFolder(folder),
      entry: ChainMaker.Tap.encoder.entryName,
      progress: diagnostics.progress
    ) {}
    diagnostics.progress.start(folder)
    try maker.write(notice: diagnostics.notice, to: store)
    diagnostics.progress.hide()
    let output = OutputDestination.standardOutput()
    try output.append { $0 += "\(Self.command(folder: folder))\n".utf8 }
    try output.commit()
  }

  /// The command that compares the taps, quoted for a shell.
  private static func command(folder: String) -> String {
    ChainMaker.Tap.allCases.reduce("id3tap trace") { command, tap in
      "\(command) \(FileName.shellWord("\(tap.rawValue)=\(folder)/\(tap.entryName)"))"
    }
  }
}
