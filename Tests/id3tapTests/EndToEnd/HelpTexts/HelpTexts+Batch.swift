// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let batch = #"""
    OVERVIEW: Read many inputs in parallel into a database of results.

    Each input is read once for tags, verdict and pings, and committed by itself:
    whatever ends the command, the same command goes on where it stopped. Inputs
    that were done with the same settings and have not changed since are skipped. A
    URL with http or https counts as unchanged; pipes and live feeds are always
    read again, and so is what could not be read. Several processes may work on one
    database. The exit code is 0 when every input could be read, whatever its
    verdict, and 2 when one could not.

      id3tap batch recordings/
      id3tap batch --jobs 8 --timeout 60 --do check @channels.txt
      sqlite3 id3tap.sqlite 'SELECT * FROM presence'

    USAGE: id3tap batch [<options>] [<path> ...]

    ARGUMENTS:
      <path>                  The inputs.
            Files, directories (all streams in them), globs, URLs (http, https,
            udp, rtp, srt), '-' for standard input, or '@list.txt' for a file that
            names one input a line.

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

    PLAYBACK:
      --app-info <file|json>  What the app tells the engine about itself: a JSON
                              object, or a file that holds one.
      --playhead <playhead>   Whether playheads are seconds of the stream ('vod')
                              or times of the day ('live'). (values: vod, live;
                              default: vod)
      --ads                   Play the ad breaks that a playlist marks as ads.
      --seed <number>         Derive the random identifiers from this number.
                              (default: 0)
      --product <session,dtvr,id3,tsv,dcr,static,emm,error>
                              Keep only the pings of these products, separated by
                              commas.

    OPTIONS:
      --db <file>             The database that results go to;
                              Documentation/Database.md describes it. (default:
                              id3tap.sqlite)
      --jobs <number>         Read so many inputs at the same time (default: one a
                              core).
      --do <extract,check,pings>
                              What to do with each input, separated by commas
                              (default: all).
      --include <glob>        Only inputs whose name, or the last part of it,
                              matches; may be given several times.
      --exclude <glob>        No inputs whose name, or the last part of it,
                              matches; may be given several times.
      --timeout <seconds>     How long reading one input may take.
      --hash                  Tell by a hash of its bytes whether a file has
                              changed, not by its time.
      --force                 Do everything again, also what has not changed.
      --fail-fast             End at the first input that cannot be read.
      --program <number>      Read only the program with this number.
      --pid <pid>             Read only the elementary stream with this PID.
      --limit-seconds <seconds>
                              Read only so many seconds of presentation time, from
                              where reading begins.
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
