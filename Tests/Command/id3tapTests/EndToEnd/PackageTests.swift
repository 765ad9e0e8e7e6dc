import Foundation
import TestSupport
import Testing

@testable import Commands

/// The Debian package, built without compression. `make -C Packaging deb-test` installs a package.
@Suite(
  .ownThread,
  .enabled(
    if: Tool.isThere("dh", "dpkg-deb"),
    "debhelper is missing: 'make tools' installs it"
  ),
  .enabled(
    if: ProcessInfo.processInfo.environment["ID3TAP"]?.isEmpty == false,
    "the package is made of the binary that ID3TAP names"
  )
)
struct PackageTests {
  /// A short manual page in place of the generated page.
  private static let manual = """
    .Dd November 23, 2026
    .Dt ID3TAP 1
    .Os
    .Sh NAME
    .Nm id3tap
    .Nd "finds and checks Nielsen ID3 tags in video streams, and rehearses pings"

    """

  /// The type and permissions of the files in the package, as `tar` prints them, by path.
  private static func files(_ shell: Shell) throws -> [String: String] {
    let lines = try shell.run("dpkg-deb --contents id3tap.deb").lines
    return lines.reduce(into: [:]) { files, line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count > 5, words[5].hasPrefix("./") else { return }
      files[String(words[5].dropFirst())] = String(words[0])
    }
  }

  /// Makes the package as `id3tap.deb`.
  private static func make(_ shell: Shell) throws -> Shell.Outcome {
    try Data(manual.utf8).write(to: shell.folder.appendingPathComponent("id3tap.1"))
    let packaging = Corpus.packageRoot.appendingPathComponent("Packaging").path
    return try shell.run(
      "COMPRESSION=none '\(packaging)/make-deb' \"$(command -v id3tap)\" id3tap.1 made"
        + " && mv made/*.deb id3tap.deb"
    )
  }

  @Test("the Debian package has all files, and the version and the dependencies of id3tap")
  func layout() throws {
    let shell = try Shell()
    let made = try Self.make(shell)
    try #require(made.status == 0, "\(made.errors)")

    let files = try Self.files(shell)
    #expect(files["/usr/bin/id3tap"] == "-rwxr-xr-x")
    let units = ["id3tap-watch", "id3tap-collect"].flatMap { name in
      ["/lib", "/usr/lib"].map { "\($0)/systemd/system/\(name).service" }
    }
    #expect(units.count { files[$0] == "-rw-r--r--" } == 2)
    for path in [
      "/usr/share/man/man1/id3tap.1.gz", "/usr/share/bash-completion/completions/id3tap",
      "/usr/share/zsh/vendor-completions/_id3tap",
      "/usr/share/fish/vendor_completions.d/id3tap.fish", "/etc/id3tap/channels.txt",
      "/etc/default/id3tap", "/usr/share/id3tap/grafana/id3tap-watch.json",
      "/usr/share/id3tap/prometheus/id3tap.rules.yml", "/usr/share/doc/id3tap/copyright",
      "/usr/share/doc/id3tap/changelog.Debian.gz",
    ] {
      #expect(files[path] == "-rw-r--r--", "\(path)")
    }

    try shell.prepare("dpkg-deb --extract id3tap.deb . && dpkg-deb --control id3tap.deb control")
    let settings = try shell.run("cat control/conffiles")
    #expect(settings.lines.sorted() == ["/etc/default/id3tap", "/etc/id3tap/channels.txt"])
    let version = try shell.run("dpkg-deb --field id3tap.deb Version").output
    #expect(version == "\(Version.id3tap)-1\n")
    let packed = try shell.run("usr/bin/id3tap --version")
    #expect(packed.output.hasPrefix("id3tap \(Version.id3tap) ("))
    let changes = try shell.run("zcat usr/share/doc/id3tap/changelog.Debian.gz | head -1").output
    #expect(changes.hasPrefix("id3tap (\(Version.id3tap)-1) "))

    let dependencies = try shell.run("dpkg-deb --field id3tap.deb Depends").output
    for library in ["libavformat", "libc6", "libcurl4", "libmicrohttpd12", "libsqlite3-0"] {
      #expect(dependencies.contains(library), "\(dependencies)")
    }
    let sections = try shell.run("readelf --section-headers --wide usr/bin/id3tap").output
    #expect(!sections.contains(".symtab") && !sections.contains(".debug_info"))
  }

  @Test("no Debian package is made from a binary whose version is not that of the last release")
  func otherVersion() throws {
    let shell = try Shell()
    try shell.prepare(
      "printf '#!/bin/sh\\necho id3tap 99.0.0\\n' > id3tap && chmod +x id3tap && touch id3tap.1"
    )
    let packaging = Corpus.packageRoot.appendingPathComponent("Packaging").path
    let outcome = try shell.run("'\(packaging)/make-deb' ./id3tap id3tap.1 made")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("is version 99.0.0"), "\(outcome.errors)")
    #expect(try shell.run("ls made").output == "")
  }
}
