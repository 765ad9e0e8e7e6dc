// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let extract = #"""
    OVERVIEW: Print every timed ID3 tag with its time and origin.

    One row a tag, in the order of the stream. Times are seconds from the first
    audio or video frame.

      id3tap extract recording.ts
      id3tap extract https://example.com/master.m3u8 --limit-seconds 60
      curl -s https://example.com/live.ts | id3tap extract - --nielsen
      id3tap extract --text player.log

    USAGE: id3tap extract [<options>] [<input> ...]

    ARGUMENTS:
      <input>                 The streams to read.
            Files, directories (all streams in them), globs, URLs (http, https,
            udp, rtp, srt), '-' for standard input, or '@list.txt' for a file that
            names one input a line. What an input is, is decided by its content.

    NETWORK OPTIONS:
      --header <name: value>  Send this header field with HTTP requests; may be
                              given several times.
            It is sent to the host of the input's URL only, since it may be a
            secret; Accept, Accept-Language, Origin, Referer and the like are sent
            to every host.
      --user-agent <text>     The User-Agent of HTTP requests. (default:
                              id3tap/0.1.0)
      --insecure              Accept any certificate.
      --allow-private         Let a public URL lead to loopback, link-local and
                              private addresses.
            Without it only inputs that are at such an address themselves lead to
            others.
      --allow-outside         Let a local playlist name files outside its folder,
                              and URLs.
      --timeout <seconds>     How long nothing may come from the network.
            Unless told otherwise 10 s over HTTP, 30 s of live feeds (udp, rtp,
            srt).
      --resource-timeout <seconds>
                              How long a playlist, a key or a segment may take over
                              HTTP, over all attempts.
            Unless told otherwise 60 s; a segment has as long as it comes at 64 KiB
            a second. Streams without an end have no such limit.

    OPTIONS:
      --program <number>      Read only the program with this number.
      --pid <pid>             Read only the elementary stream with this PID.
      --limit-seconds <seconds>
                              Read only so many seconds of presentation time, from
                              where reading begins.
      --total-timeout <seconds>
                              How long reading one input may take in all.
            What was read by then is delivered, and the input counts as one that
            could not be read. Unless told otherwise it has no limit.
      --variant <name>        Of a playlist read only this variant and its
                              renditions; may be given several times.
            A variant is named by its name in the results, its number from 1, its
            bandwidth or its URI; '*' stands for anything.
      --rendition <name>      Of a playlist read only this rendition; may be given
                              several times.
            A rendition is named by its name in the results, its NAME, its language
            or its URI; '*' stands for anything. Variants are then read only when
            --variant names them.
      --first-variant         Of a playlist read only the first variant and its
                              renditions.
      --from <start|live|time>
                              Where to begin: 'start', 'live', seconds from the
                              start, or a time of the day.
            Unless told otherwise live playlists are read from where a player would
            begin, all others from the start. Seconds below 0 count from the end of
            a playlist. A time is like 2017-04-06T13:03:03Z and needs
            EXT-X-PROGRAM-DATE-TIME.
      --all                   Print all tags. (default: --all)
      --nielsen               Print only tags with a Nielsen payload.
      --text                  Read the inputs as texts that hold Nielsen payload
                              strings.
            Logs, CSV and captures. Without it a readable text is recognised by its
            first payload; with it binary parts do no harm.
      --format <table|json|jsonl|csv>
                              The form of the results: 'table' on a terminal,
                              'jsonl' elsewhere, unless told otherwise.
      -o, --output <file>     Write the results to this file instead of standard
                              output.
            The file appears under its name when it is complete.
      --color <color>         Whether tables are coloured: 'auto' colours them on a
                              terminal without NO_COLOR. (values: auto, always,
                              never; default: auto)
      --quiet                 Say nothing on standard error but what failed.
      --verbose               Say on standard error everything unusual that is seen.
      --no-progress           Show no progress, not even on a terminal.
      --version               Show the version.
      -h, --help              Show help information.


    """#
}
