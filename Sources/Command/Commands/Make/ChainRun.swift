import StreamMaker
import System

/// Writes the taps of a chain into a folder, and the command that compares them to standard output.
struct ChainRun {
  let maker: ChainMaker
  let folder: String

  /// Returns when everything is written.
  /// - Throws: the exit code of an interruption, and what the parts of it throw.
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

  /// The command that compares the taps, as a shell reads it.
  private static func command(folder: String) -> String {
    ChainMaker.Tap.allCases.reduce("id3tap trace") { command, tap in
      "\(command) \(FileName.shellWord("\(tap.rawValue)=\(folder)/\(tap.entryName)"))"
    }
  }
}
