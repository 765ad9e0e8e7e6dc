import TestSupport
import Testing

/// `id3tap make --hls` as a user runs it, and its output in other tools.
@Suite(.ownThread) struct PresentationTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Runs commands with `$media` set to the sample media.
  private func run(_ commands: String) throws -> Shell.Outcome {
    try shell.run("media='\(Shell.media)'\n" + commands)
  }

  @Test(
    "FFmpeg plays presentations that were made with different options, and reports nothing",
    .enabled(if: Tool.isThere("ffmpeg"), "ffmpeg is missing: 'make tools' installs it"),
    arguments: [
      "", "--segment-seconds 20", "--with encrypt",
      "--with encrypt --with derived-iv --with rotate-keys=2",
      "--with byte-ranges", "--with discontinuity", "--with audio-only-tags",
      "--variants 3 --minutes 1.5",
    ],
    ["", "--cmaf"]
  )
  func play(options: String, format: String) throws {
    let outcome = try run(
      """
      id3tap make --media "$media" --hls out \(options) \(format) || exit
      ffmpeg -v error -allowed_extensions ALL -i out/master.m3u8 -f null -
      """
    )
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
  }

  @Test(
    "FFprobe reports all frames of the media, with times 10 s later",
    .enabled(if: Tool.isThere("ffprobe"), "ffprobe is missing: 'make tools' installs it")
  )
  func frames() throws {
    let outcome = try run(
      """
      times() { ffprobe -v error -select_streams "$1:0" -show_entries packet=pts_time \
        -of default=nw=1:nk=1 "$2" | sort -n | awk -v shift="$3" '{ printf "%.3f\\n", $1 + shift }'; }
      for stream in v a; do
        times $stream "$media" 10 > expected
        for format in '' --cmaf; do
          id3tap make --media "$media" --hls out $format
          # The frames of packed audio have no time stamps: they are not compared.
          [[ $stream = a && -z $format ]] && continue
          [[ $stream = v ]] && list=video-2 || list=audio
          times $stream out/$list/index.m3u8 0 | cmp expected - && wc -l < expected
        done
      done
      """
    )
    #expect(outcome.lines == ["300", "300", "470"])
    #expect(outcome.errors == "")
  }

  @Test(
    "AAC, MP3, AC-3 and E-AC-3 become packed audio with tags; MP2 stays in a transport stream",
    .enabled(if: Tool.isThere("ffmpeg"), "ffmpeg is missing: 'make tools' installs it"),
    arguments: [
      ("aac", "aac"), ("libmp3lame", "mp3"), ("ac3", "ac3"), ("eac3", "eac3"), ("mp2", "ts"),
    ]
  )
  func codecs(encoder: String, fileExtension: String) throws {
    let outcome = try run(
      """
      echo '{"options": {"rendition": "Audio"}}' > c.json
      ffmpeg -v error -i "$media" -c:v copy -c:a \(encoder) -ar 48000 in.ts || exit
      id3tap make --quiet --media in.ts --minutes 0.5 --hls out
      ls out/audio/00000.*; id3tap extract --quiet --nielsen --config c.json out/master.m3u8 | wc -l
      # AAC from a transport stream changes its form.
      id3tap make --quiet --media in.ts --minutes 0.5 --cmaf --hls cmaf
      id3tap extract --quiet --nielsen --config c.json cmaf/master.m3u8 | wc -l
      ffmpeg -v error -i cmaf/master.m3u8 -f null -
      """
    )
    let lines = outcome.lines.map { $0.filter { $0 != " " } }
    #expect(lines == ["out/audio/00000.\(fileExtension)", "3", "3"])
    #expect(outcome.errors == "")
  }

  @Test("segments that are read one by one have as many tags as segments that are read together")
  func extract() throws {
    let outcome = try run(
      """
      id3tap make --media "$media" --hls out
      for rendition in video-1 video-2; do
        cat out/$rendition/*.ts | id3tap extract - | wc -l
        for segment in out/$rendition/*.ts; do id3tap extract "$segment"; done | wc -l
      done
      """
    )
    #expect(outcome.lines.compactMap { Int($0.filter(\.isNumber)) } == [7, 7, 7, 7])
    #expect(outcome.errors == "")
  }

  @Test(
    "openssl decrypts the segments of an encrypted presentation to the segments of a clear one",
    .enabled(if: Tool.isThere("openssl"), "openssl is missing: 'make tools' installs it")
  )
  func decrypt() throws {
    let outcome = try run(
      """
      id3tap make --media "$media" --hls clear
      id3tap make --media "$media" --hls given --with encrypt
      id3tap make --media "$media" --hls derived --with encrypt --with derived-iv
      hex() { od -An -v -tx1 "$1" | tr -d ' \\n'; }
      for segment in video-1/00000.ts video-2/00005.ts audio/00003.aac; do
        folder=${segment%/*} number=${segment##*/0000}
        vector=$(grep -o 'IV=0x.*' given/$folder/index.m3u8 | cut -c 6-)
        openssl enc -d -aes-128-cbc -K "$(hex given/$folder/key-0.bin)" -iv "$vector" \
          -in given/$segment | cmp - clear/$segment && echo same
        openssl enc -d -aes-128-cbc -K "$(hex derived/$folder/key-0.bin)" \
          -iv "$(printf '%032x' "${number%%.*}")" -in derived/$segment | cmp - clear/$segment && echo same
      done
      """
    )
    #expect(outcome.lines == Array(repeating: "same", count: 6))
    #expect(outcome.errors == "")
  }

  @Test("the same options give the same files, even when older files are overwritten")
  func deterministic() throws {
    let outcome = try run(
      """
      for folder in a b b; do id3tap make --media "$media" --minutes 0.5 --with encrypt --hls $folder; done
      diff -r a b && find a -name '.*' -type f
      """
    )
    #expect(outcome.status == 0)
    #expect(outcome.output == "" && outcome.errors == "")
  }

  @Test(
    "--serve serves the folder, with byte ranges, until a signal ends the process",
    .enabled(if: Tool.isThere("curl"), "curl is missing: 'make tools' installs it")
  )
  func serve() throws {
    let outcome = try run(
      """
      mkfifo talk
      id3tap make --media "$media" --minutes 0.5 --with byte-ranges --hls out --serve 127.0.0.1:0 2> talk &
      exec 3< talk; read -r line <&3; sed 's/:[0-9][0-9]*\\//:PORT\\//' <<< "$line"
      url=$(grep -o 'http[^ ]*/' <<< "$line")
      curl -s "${url}master.m3u8" | cmp - out/master.m3u8 && echo same
      range=$(grep -m 1 BYTERANGE out/video-1/index.m3u8 | cut -d : -f 2)
      curl -s -r 0-$((${range%@*} - 1)) "${url}video-1/media.ts" > segment
      id3tap extract segment | wc -l
      curl -s -o /dev/null -w '%{http_code}\\n' --path-as-is "$url../talk"
      kill -TERM $!; wait $!; echo $?; cat <&3
      """
    )
    let url = "http://127.0.0.1:PORT/master.m3u8"
    #expect(outcome.lines.first == "id3tap: out: served at \(url): stop with Ctrl-C")
    #expect(
      outcome.lines.dropFirst().map { $0.filter { $0 != " " } } == ["same", "1", "404", "130"]
    )
    #expect(outcome.errors == "")
  }

  @Test(
    "with the fault hls-ll-blocking-reload, the server refuses only delivery directives",
    .enabled(if: Tool.isThere("curl"), "curl is missing: 'make tools' installs it")
  )
  func refusedDirectives() throws {
    let outcome = try run(
      """
      mkfifo talk
      id3tap make --segment-seconds 1 --live --ll-hls --fault hls-ll-blocking-reload --hls out \
        --serve 127.0.0.1:0 2> talk &
      exec 3< talk; read -r line <&3
      url=$(grep -o 'http[^ ]*/' <<< "$line")
      for query in _HLS_msn=0 token=1; do
        curl -s -o /dev/null -w '%{http_code}\\n' "${url}video-1/index.m3u8?$query"
      done
      kill -TERM $!; wait $!
      """
    )
    #expect(outcome.lines == ["400", "200"])
  }

  @Test(
    "FFmpeg plays a served presentation, including encrypted byte ranges",
    .enabled(if: Tool.isThere("ffmpeg"), "ffmpeg is missing: 'make tools' installs it")
  )
  func playServed() throws {
    // Encrypted byte ranges of CMAF are left out: FFmpeg wrongly requests the same range of the key file.
    let outcome = try run(
      """
      for options in '--with encrypt --with byte-ranges --with discontinuity' '--cmaf --with byte-ranges' '--cmaf --with encrypt'; do
        rm -f talk; mkfifo talk
        id3tap make --media "$media" $options --hls out --serve :0 2> talk &
        exec 3< talk; read -r line <&3
        ffmpeg -v error -i "$(grep -o 'http[^ ]*m3u8' <<< "$line")" -f null - && echo played
        kill -TERM $!; wait $!
      done
      """
    )
    #expect(outcome.lines == ["played", "played", "played"])
    #expect(outcome.errors == "")
  }

  @Test("a live channel ends after --minutes with EXT-X-ENDLIST")
  func live() throws {
    let outcome = try run(
      """
      id3tap make --live --segment-seconds 1 --minutes 0.1 --hls out || exit
      grep -c EXTINF out/video-1/index.m3u8
      grep EXT-X-ENDLIST out/video-1/index.m3u8
      """
    )
    #expect(outcome.lines == ["6", "#EXT-X-ENDLIST"])
    #expect(outcome.errors == "")
  }

  @Test(
    "an interrupted live channel leaves no EXT-X-ENDLIST and no temporary file",
    .enabled(if: Tool.isThere("curl"), "curl is missing: 'make tools' installs it")
  )
  func interruptedLive() throws {
    let outcome = try run(
      """
      mkfifo talk
      id3tap make --media "$media" --live --cmaf --hls out --serve :0 2> talk &
      exec 3< talk; read -r line <&3
      curl -s "$(grep -o 'http[^ ]*/' <<< "$line")video-1/index.m3u8" | grep -c EXTINF
      kill -TERM $!; wait $!; echo $?; cat <&3
      grep -c ENDLIST out/video-1/index.m3u8
      find out -name '.*' -type f
      """
    )
    let counts = outcome.lines.compactMap { Int($0) }
    #expect(counts.count == 3 && counts[0] >= 1)
    #expect(counts.dropFirst() == [130, 0])
    #expect(outcome.errors == "")
  }

  @Test("an address in use is reported before a file is written")
  func addressInUse() throws {
    let outcome = try run(
      """
      mkfifo talk
      id3tap make --minutes 0.1 --hls a --serve :0 2> talk &
      exec 3< talk; read -r line <&3
      address=$(grep -o '127[0-9.]*:[0-9]*' <<< "$line")
      id3tap make --minutes 0.1 --hls b --serve "$address"; echo $?
      ls b; kill -TERM $!; wait $!
      """
    )
    #expect(outcome.lines == ["2"])
    #expect(outcome.errors.contains("is in use: give another port with --serve"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("a folder that cannot be created is reported")
  func badFolder() throws {
    let outcome = try run("touch none; id3tap make --minutes 0.1 --hls none/out")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("id3tap: none/out: cannot be created"))
  }
}
