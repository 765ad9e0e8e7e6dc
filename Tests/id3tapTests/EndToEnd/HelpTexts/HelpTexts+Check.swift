// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let check = #"""
    OVERVIEW: Tell whether a stream's tags are there and right, and where they are
    not.

    One report an input: its verdict, the rules with what they found and what is
    tolerated, and each finding with its place. What only Nielsen's key could tell
    is listed as not assessed. The exit code is 0 when every input passed, 1 when
    one failed or has no Nielsen tag, 2 when one could not be read.
    Of a table --quiet leaves the first line, and --verbose adds the segments of
    playlists.

      id3tap check recording.ts
      id3tap check https://example.com/master.m3u8 --limit-seconds 600 --require
    all-renditions
      id3tap check --same main.ts backup.ts
      id3tap check --format junit -o report.xml recordings/

    USAGE: id3tap check [<options>] [<input> ...]

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

    RULES:
      --strict                Turn warnings into failures.
      --rule <id=off|info|warning|error>
                              How bad the findings of a rule are, or 'off'; may be
                              given several times.
      --threshold <id.name=value>
                              A limit of a rule, such as 'cadence-gap.limit=25';
                              may be given several times.
            Documentation/Rules.md lists the rules and their limits.
            'cadence-gap=25' changes the one called 'limit', or the only one.
      --config <file>         A file with the same settings as JSON; options win
                              over it.
            {"strict": true, "require": ["info"], "rules": {"cadence-gap":
            {"severity": "warning", "limit": 25}, "clock-wall": {"severity":
            "off"}}}
      --require <data|info|audio-rendition|all-renditions>
                              What has to be there for a pass; may be given several
                              times.

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
      --text                  Read the inputs as texts that hold Nielsen payload
                              strings.
      --same                  Compare two inputs, such as main and backup, and list
                              what differs.
      --format <table|json|jsonl|csv|junit|sarif>
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
