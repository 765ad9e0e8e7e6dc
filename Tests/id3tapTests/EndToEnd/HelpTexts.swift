// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

/// What `--help` prints, word for word.
enum HelpTexts {
  static let root = #"""
    OVERVIEW: Taps timed ID3 out of streams and shows what Nielsen's tags in it
    lead to.

    Reads MPEG transport streams, HLS, fragmented MP4 and packed audio, from files
    and from the network, pulls the timed ID3 tags, and plays the Nielsen tags
    among them through an open re-implementation of the Nielsen App SDK's engine,
    which makes pings.

    Independent software, not affiliated with Nielsen. Pings are for analysis and
    tests: none goes to where real measurement data is collected.

    USAGE: id3tap <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      extract                 Print every timed ID3 tag with its time and origin.
      check                   Tell whether a stream's tags are there and right, and
                              where they are not.
      pings                   Play the stream through the engine and print the
                              pings it makes.
      batch                   Read many inputs in parallel into a database of
                              results.
      report                  Make a page, a ticket or tables of results, or
                              compare two results.
      watch                   Follow live feeds and tell when their tags stop or
                              break.
      collect                 Collect the pings that apps send, and show them on a
                              live page.
      explain                 Explain tags and pings field by field.
      compare                 Compare the pings that an app sent with those it
                              should have sent.
      make                    Write a transport stream or HLS with tags in
                              Nielsen's form, or with one fault.
      player                  Play streams on the terminal through the engine, as a
                              sample app would.

      See 'id3tap help <subcommand>' for detailed help.

    """#

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

  static let pings = #"""
    OVERVIEW: Play the stream through the engine and print the pings it makes.

    The Nielsen tags are given to an open re-implementation of the Nielsen App
    SDK's engine, with a playhead for every second. The clock is virtual: an hour
    of stream takes milliseconds. Nothing is sent unless a collector is given.

      id3tap pings recording.ts
      id3tap pings --format url --app-info '{"appid": "P…", "appname": "my app"}'
    recording.ts
      id3tap pings --scenario SampleStreams/scenarios/pause.json
      id3tap pings --collector http://127.0.0.1:8977 --store pings recording.ts

    USAGE: id3tap pings [<options>] [<input> ...]

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
      --format <table|json|jsonl|csv|url>
                              The form of the results: 'table' on a terminal,
                              'jsonl' elsewhere, unless told otherwise.
      --app-info <file|json>  What the app tells the engine about itself: a JSON
                              object, or a file that holds one.
      --config <file|url>     The engine's hosts, products, thresholds and
                              templates: a JSON file, laid over what is built in.
            Also an http or https URL of a server of your own.
      --print-config          Print the engine's configuration as JSON and play
                              nothing.
      --scenario <file>       Play as this script says: ads, pauses, seeks, another
                              channel and so on.
            A JSON file; see SampleStreams/scenarios. Its playhead, channel and
            metadata take the place of the options; with "tags": "none" no input is
            needed.
      --playhead <playhead>   Whether playheads are seconds of the stream ('vod')
                              or times of the day ('live'). (values: vod, live;
                              default: vod)
      --start <time>          What the clock shows at the start, as Unix seconds or
                              like 2017-04-06T13:03:03Z.
            Unless told otherwise the tags say it.
      --ads                   Play the ad breaks that a playlist marks as ads.
            EXT-X-CUE-OUT and -IN, and date ranges with SCTE-35: the content is
            stopped, metadata and playheads of an ad follow, then the content goes
            on where it was left.
      --seed <number>         Derive the random identifiers from this number.
                              (default: 0)
      --product <session,dtvr,id3,tsv,dcr,static,emm,error>
                              Keep only the pings of these products, separated by
                              commas.
      --collector <url>       Send the pings to this collector of your own:
                              http://HOST:PORT, or file:///PATH.
            Nothing is sent otherwise, and never to where real measurement data is
            collected.
      --store <dir>           Keep identities, and pings that a collector has not
                              received yet, in this directory.
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

  static let report = #"""
    OVERVIEW: Make a page, a ticket or tables of results, or compare two results.

    Results are databases of 'id3tap batch' and the JSON Lines of extract, check,
    pings, explain and compare, mixed as you like. The page is one file that needs
    nothing else, not even the network. Lines of other commands that have no place
    in a report are counted on standard error. Lines that are none of id3tap's are
    named there, and the exit code is 2. Nothing is written when nothing could be
    read.

      id3tap report id3tap.sqlite -o report.html
      id3tap check recordings/ | id3tap report - -o report.html
      id3tap report tags.jsonl checks.jsonl pings.jsonl --format markdown
      id3tap report --diff monday.sqlite tuesday.sqlite

    USAGE: id3tap report [<options>] <results> ...
           id3tap report --diff [<options>] <old> <new>

    ARGUMENTS:
      <results>               The results: databases, files of JSON Lines, or '-'
                              for standard input.

    OPTIONS:
      --format <html|csv|junit|markdown|prometheus>
                              The form of the report: 'html', or 'table' with
                              --diff, unless told otherwise.
            CSV is a file for each table, in the folder that -o names. With --diff
            there are 'table', 'html' and 'markdown'.
      --diff                  Compare two results, an old one and a new one: what
                              got better or worse.
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

  static let explain = #"""
    OVERVIEW: Explain tags and pings field by field.

    A tag is given as its payload string, or as an input that holds tags: a file
    with an ID3 tag, a stream, a log. Each field is shown with its meaning and how
    sure that is: nothing is decrypted, and what rests on a few public samples says
    so.

    A ping is given as its URL, which is not fetched, or as a capture: URLs one a
    line, rows of 'id3tap pings', HAR, a Charles session as JSON or CSV, an access
    log, a database of 'id3tap collect'. Each parameter is shown with what it means
    and what is wrong with it. Findings do not change the exit code.

      id3tap explain 'www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/.../00'
      id3tap explain recording.ts --limit-seconds 20
      id3tap explain 'https://HOST/cgi-bin/gn?prd=dcr&...'
      id3tap explain --format html -o pings.html app.har
      id3tap pings recording.ts | id3tap explain -

    USAGE: id3tap explain [<options>] [<input> ...]

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
      --format <table|json|jsonl|csv|html>
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

  static let compare = #"""
    OVERVIEW: Compare the pings that an app sent with those it should have sent.

    The first input is what is expected: a stream, which is played through the
    engine as 'id3tap pings' does, a scenario without tags, or pings. The second is
    what the app sent. Pings are rows of 'id3tap pings', URLs one a line, or a
    capture: HAR, a Charles session as JSON or CSV, an access log, a database of
    'id3tap collect'.

    App sessions and pings are aligned by product, type, asset or content id,
    segment and time. What follows from device, clock, network and chance is not
    compared, nor the app's id, name and client as long as --app-info and --config
    do not tell them. Each difference is told with its likely cause. The exit code
    is 0 when there is none, 1 when there are, 2 when an input could not be read.

      id3tap compare recording.ts app.har
      id3tap compare --scenario pause.json recording.ts app.chlsj
      id3tap compare --ignore c12 --tolerance 10 expected.jsonl access.log

    USAGE: id3tap compare [<options>] <expected> <actual>

    ARGUMENTS:
      <expected>              What the app should have sent: a stream, a scenario
                              without tags, or pings.
            A file, a URL (http, https, udp, rtp, srt), or '-' for standard input.
      <actual>                The pings that the app sent: a capture.
            A file, a URL, or '-' for standard input.

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

    PLAYING THE EXPECTED STREAM:
      --app-info <file|json>  What the app tells the engine about itself: a JSON
                              object, or a file that holds one.
      --config <file|url>     The engine's hosts, products, thresholds and
                              templates: a JSON file, laid over what is built in.
            Also an http or https URL of a server of your own.
      --scenario <file>       Play as this script says: ads, pauses, seeks, another
                              channel and so on.
            A JSON file; see SampleStreams/scenarios. Its playhead, channel and
            metadata take the place of the options; with "tags": "none" no input is
            needed.
      --playhead <playhead>   Whether playheads are seconds of the stream ('vod')
                              or times of the day ('live'). (values: vod, live;
                              default: vod)
      --start <time>          What the clock shows at the start, as Unix seconds or
                              like 2017-04-06T13:03:03Z.
            Unless told otherwise the tags say it.
      --ads                   Play the ad breaks that a playlist marks as ads.
            EXT-X-CUE-OUT and -IN, and date ranges with SCTE-35: the content is
            stopped, metadata and playheads of an ad follow, then the content goes
            on where it was left.

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
      --tolerance <seconds>   Seconds by which pings and what they count may
                              differ, 5 unless told otherwise.
      --ignore <field>        Do not compare this parameter, by its name (c12) or
                              key (apv); may be given several times.
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

  static let make = #"""
    OVERVIEW: Write a transport stream or HLS with tags in Nielsen's form, or with
    one fault.

    DATA tags come every ten seconds, INFO tags every five minutes. The payloads
    are synthetic: they have the form of real ones and mean nothing. The same
    options give the same bytes.

      id3tap make --media film.mp4 -o sample.ts
      id3tap make --minutes 12 --fault cadence-gap -o gap.ts
      id3tap make --media film.mp4 --hls folder

    USAGE: id3tap make <options>

    HLS:
      --hls <folder>          Write an HLS presentation into this folder:
                              playlists, variants, an audio rendition.
            The playlist to start from is 'master.m3u8'.
      --cmaf                  Write fragments of CMAF with 'emsg' boxes instead of
                              transport streams.
      --segment-seconds <number>
                              Make segments at least this long; they end before the
                              next key frame. (default: 6.0)
      --variants <number>     Make this many variants of the same media. (default:
                              2)
      --audio-only-tags       Put the tags into the audio rendition alone.
      --discontinuity         Start the time stamps again in the middle; in a live
                              channel at every tenth segment.
      --encrypt               Encrypt the segments with AES-128; the keys stand
                              beside the playlists.
      --derived-iv            With --encrypt: let the media sequence numbers be the
                              initialization vectors.
      --rotate-keys <segments>
                              With --encrypt: use a new key after this many
                              segments.
      --byte-ranges           Write all segments of a rendition into one file.
      --live                  Write a live channel as time passes, until Ctrl-C or
                              for the length asked for.
      --serve <host:port>     Serve the folder over HTTP at this address until
                              Ctrl-C, and say its URL.
            Without a host only this machine can reach it; port 0 stands for a free
            one.

    OPTIONS:
      --media <file>          Copy the audio and video of this file, repeated as
                              long as needed.
            Without it the stream holds tags and a clock alone.
      --minutes <number>      Make the stream this long: the length of the media,
                              or 10 minutes, unless told otherwise.
      --seed <number>         Derive the bytes of the tags from this number.
                              (default: 1)
      --packet <188|192|204>  Write packets of this many bytes.
      --fault <rule>          Make one fault, named by the rule it breaks; see
                              --list-faults.
      --list-faults           List the faults that can be made, and what is wrong
                              with such a stream.
      -o, --output <file>     Write the stream to this file instead of standard
                              output.
            The file appears under its name when it is complete.
      --quiet                 Say nothing on standard error but what failed.
      --verbose               Say on standard error everything unusual that is seen.
      --no-progress           Show no progress, not even on a terminal.
      --version               Show the version.
      -h, --help              Show help information.


    """#
}
