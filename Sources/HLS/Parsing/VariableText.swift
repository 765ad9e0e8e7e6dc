/// The texts of playlists with their variables replaced (rfc8216bis, section 4.3).
package enum VariableText {
  /// Replaces `{$name}` in a line of a playlist.
  /// - Parameters:
  ///   - variables: The values by name.
  ///   - line: A whole line.
  ///   - limits: A line that grows beyond `lineBytes` stays as it is.
  /// - Returns: The line; references to variables that are not defined stay.
  package static func replacing(
    _ variables: [String: String],
    in line: String,
    limits: PlaylistLimits = PlaylistLimits()
  ) -> String {
    guard line.utf8.contains(UInt8(ascii: "{")) else { return line }
    var table = VariableTable(variables, limits: limits)
    do throws(PlaylistError) {
      return try table.expand(line, line: 0).text
    } catch {
      return line
    }
  }

  /// The variables of a playlist.
  /// - Parameters:
  ///   - bytes: The whole playlist.
  ///   - uri: Its address, for QUERYPARAM.
  ///   - importable: The variables of the multivariant playlist that refers to it.
  /// - Returns: The values by name; none where the bytes are not a playlist.
  package static func variables(
    of bytes: [UInt8],
    uri: String,
    importable: [String: String] = [:]
  ) -> [String: String] {
    do throws(PlaylistError) {
      switch try Playlist.parse(bytes, uri: uri, variables: importable).playlist {
      case .media(let playlist): return playlist.variables
      case .multivariant(let playlist): return playlist.variables
      }
    } catch {
      return [:]
    }
  }
}
