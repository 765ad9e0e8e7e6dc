import Testing

/// `id3tap make` as a user runs it.
@Suite struct MakeTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("packets have the size asked for", arguments: [188, 192, 204])
  func packetSize(size: Int) throws {
    let outcome = try shell.run(
      "id3tap make --minutes 0.5 --packet \(size) | tee a.ts | wc -c; id3tap extract a.ts | wc -l"
    )
    let numbers = outcome.output.split { $0 == "\n" || $0 == " " }.compactMap { Int($0) }
    try #require(numbers.count == 2)
    #expect(numbers[0] > 0 && numbers[0] % size == 0)
    #expect(numbers[1] == 3)
  }

  @Test("the same options give the same bytes, another seed gives others")
  func seeds() throws {
    let outcome = try shell.run(
      """
      for seed in 1 1 2; do id3tap make --minutes 0.5 --seed $seed | cksum; done | sort -u | wc -l
      """
    )
    #expect(outcome.output.contains("2"))
  }

  @Test("every fault that is listed can be made")
  func faults() throws {
    let outcome = try shell.run(
      """
      id3tap make --list-faults | while read -r rule summary; do
        [[ $summary == *. ]] || echo "$rule: $summary"
        id3tap make --minutes 12 --fault "$rule" | head -c 1000 | wc -c | grep -qx 1000 || echo "$rule"
      done
      id3tap make --list-faults | wc -l
      """
    )
    #expect(outcome.errors == "")
    let count = outcome.output.split(separator: "\n").compactMap { Int($0) }
    #expect(outcome.lines.count == 1, "\(outcome.output)")
    #expect((count.first ?? 0) > 20)
  }

  @Test("media that cannot be read is told", arguments: ["missing.mp4", "/etc/passwd"])
  func badMedia(media: String) throws {
    let outcome = try shell.run(
      "id3tap make --media \(media) -o a.ts; status=$?; ls -A | grep -v '^.err\\|^.out'; exit $status"
    )
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("id3tap: \(media): "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("the media is never overwritten")
  func sameFile() throws {
    let outcome = try shell.run(
      "id3tap make --minutes 0.1 -o a.ts; id3tap make --media a.ts -o ./a.ts"
    )
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("./a.ts is also the media"))
  }

  @Test("a reader that has seen enough ends the run quietly")
  func closedPipe() throws {
    let outcome = try shell.run(
      "id3tap make --minutes 600 | head -c 188 | wc -c; echo ${PIPESTATUS[0]}"
    )
    #expect(outcome.output.split { $0 == "\n" || $0 == " " } == ["188", "0"])
    #expect(outcome.errors == "")
  }
}
