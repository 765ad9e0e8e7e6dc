// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let watch = #"""
    OVERVIEW: Follow live feeds and tell when their tags stop or break.

    Each feed is read on its own, with all its renditions, and opened again
    whenever it is lost, until Ctrl-C. On a terminal it shows a table; elsewhere it
    prints events as JSON Lines: 'tag', 'alarm', 'recovered', 'stream-lost',
    'stream-back'. Alarms are raised once and cleared once: missing tags, any rule
    of 'check', a change of the CID, renditions that disagree, a playlist that
    stands still. Documentation/Operations.md tells how to run it for weeks.

      id3tap watch https://example.com/live/master.m3u8 udp://239.0.0.1:5000
      id3tap watch @channels.txt --metrics :9100 --webhook https://example.com/a
      id3tap watch srt://encoder:9000 --alarm-command 'logger -t id3tap'
      id3tap watch http://127.0.0.1:8080/master.m3u8 --stop-on missing-tags

    USAGE: id3tap watch [<options>] [<url> ...]

    ARGUMENTS:
      <url>                   The live feeds.
            URLs of live playlists and of endless streams (http, https, udp, rtp,
            srt), or '@list.txt' for a file that names one a line.

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
      --alarm-after <seconds> Raise the alarm 'missing-tags' when no Nielsen tag
                              has come for so long. (default: 30.0)
      --alarm-command <command>
                              Run this command of the shell for every event but
                              tags.
            It gets the event as JSON on standard input, and its fields in the
            environment: ID3TAP_EVENT, ID3TAP_INPUT, ID3TAP_ALARM, ID3TAP_MESSAGE
            and so on. Four run at a time, each for 30 s at most.
      --webhook <url>         Post every event but tags to this URL, as JSON.
            What is not received is sent again, up to five times.
      --metrics <host:port>   Serve '/metrics' for Prometheus, '/healthz' and a
                              status page at this address.
            Without a host only this machine can reach it; port 0 stands for a free
            one.
      --stop-on <alarm>       End with exit code 1 when this alarm is raised; may
                              be given several times.
            One of missing-tags, cid-change, rendition-disagreement,
            playlist-frozen, stream-lost, the name of a rule, or 'any'.
      --db <file>             Write tags, alarms and the state of the feeds to this
                              database too.
            Documentation/Database.md describes it; rows are added to those that
            are there.
      --limit-seconds <seconds>
                              Watch for so many seconds, then end.
      --program <number>      Read only the program with this number.
      --pid <pid>             Read only the elementary stream with this PID.
      -o, --output <file>     Append the events to this file, as JSON Lines.
            A table on the terminal stays there.
      --format <table|jsonl>  The form of what is shown: 'table' on a terminal,
                              'jsonl' elsewhere, unless told otherwise.
      --color <color>         Whether the table is coloured: 'auto' colours it on a
                              terminal without NO_COLOR. (values: auto, always,
                              never; default: auto)
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
      --quiet                 Say nothing on standard error but what failed.
      --verbose               Say on standard error everything unusual that is seen.
      --no-progress           Show no progress, not even on a terminal.
      --version               Show the version.
      -h, --help              Show help information.


    """#
}
