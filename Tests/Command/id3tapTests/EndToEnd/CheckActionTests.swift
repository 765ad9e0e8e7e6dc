import Foundation
import TestSupport
import Testing

/// The script of the GitHub Action, run as the action runs it.
@Suite(
  .ownThread,
  .enabled(if: Tool.isThere("jq"), "jq is missing: 'make tools' installs it")
)
struct CheckActionTests {
  private static let action = Corpus.packageRoot
    .appendingPathComponent(".github/actions/check").path
  private static let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams").path

  /// Runs the script. Each element of `inputs` and `arguments` is a line.
  private static func check(
    _ inputs: [String],
    arguments: [String] = [],
    in shell: Shell
  ) throws -> Shell.Outcome {
    for (name, lines) in [("inputs", inputs), ("arguments", arguments)] {
      let text = lines.joined(separator: "\n")
      try Data(text.utf8).write(to: shell.folder.appendingPathComponent(name))
    }
    return try shell.run(
      "ln -sf '\(samples)/clean.ts' '\(samples)/cadence-gap.ts' .;"
        + " export ID3TAP_INPUTS=$(cat inputs) ID3TAP_ARGUMENTS=$(cat arguments)"
        + " GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary; '\(action)/check'"
    )
  }

  @Test("an input that passes causes no annotation")
  func pass() throws {
    let shell = try Shell()
    let outcome = try Self.check(["clean.ts"], in: shell)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "")
    #expect(try shell.run("cat output").lines == ["results=id3tap-check.jsonl", "failed=0"])
    #expect(try shell.run("cat summary").output.contains("clean.ts"))
  }

  @Test("each finding is an annotation with the file, rule and position, errors first")
  func findings() throws {
    let shell = try Shell()
    let outcome = try Self.check(
      ["cadence-gap.ts", "", "missing,1%.ts"],
      arguments: ["--rule=cadence-tag-time-gap=warning"],
      in: shell
    )
    // An input that cannot be read takes precedence over one that fails.
    #expect(outcome.status == 2)
    try #require(outcome.lines.count == 3, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines[0].hasPrefix(
        "::error file=cadence-gap.ts,title=id3tap cadence-gap::19.968 s: no DATA tag for 39.9 s"
      )
    )
    #expect(outcome.lines[1].hasPrefix("::error file=missing%2C1%25.ts,title=id3tap::"))
    #expect(outcome.lines[2].hasPrefix("::warning file=cadence-gap.ts,title=id3tap cadence-tag"))
    #expect(try shell.run("cat output").lines.contains("failed=2"))
  }

  @Test("a message with line breaks cannot write a workflow command into the log")
  func hostile() throws {
    let shell = try Shell()
    let record =
      #"{"input":"https://a/b","findings":[{"rule":"r","severity":"info","#
      + #""message":"a\n::set-output name=b::c\r%0A","rendition":"x\n::error::y"}]}"#
    try Data(record.utf8).write(to: shell.folder.appendingPathComponent("results"))
    let outcome = try shell.run("jq -nrf '\(Self.action)/annotations.jq' results")
    #expect(
      outcome.lines == [
        "::notice title=id3tap r::https://a/b: x%0A::error::y: a%0A::set-output name=b::c%0D%250A"
      ]
    )
  }

  @Test(
    "a wrong argument or an empty list of inputs causes an error annotation",
    arguments: [["a.ts", "--nonsense"], [""]]
  )
  func wrong(values: [String]) throws {
    let shell = try Shell()
    let outcome = try Self.check(
      Array(values.prefix(1)),
      arguments: Array(values.dropFirst()),
      in: shell
    )
    #expect(outcome.status == 64)
    #expect(outcome.output.hasPrefix("::error title=id3tap::"))
    #expect(outcome.lines.count == 1)
  }
}
