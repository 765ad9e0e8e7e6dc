// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let collect = #"""
    OVERVIEW: Collect the pings that apps send, and show them on a live page.

    Point an app, or 'id3tap pings --collector', at the address. Every ping, sent
    with GET or POST to /cgi-bin/gn, d, trans, tsv, m, error or cfg or as an event
    of the Cloud API, is decoded and on the disk before it is answered: with a
    transparent pixel, lookups with a time-shift code. Nothing is passed on.

    The page at the same address lists the pings as they come, explains each, and
    exports them as JSON Lines (/export.jsonl) and HAR (/export.har); 'id3tap
    explain' and 'compare' read both, and the database. Standard output gets one
    line of JSON with the address; stop with Ctrl-C.

      id3tap collect
      id3tap collect --listen 0.0.0.0:8977 --db rehearsal.sqlite
      id3tap collect --tls server.pem,server.key --answers answers.json
      id3tap compare recording.ts rehearsal.sqlite

    USAGE: id3tap collect [<options>]

    OPTIONS:
      --listen <host:port>    Listen at this address; port 0 lets the system choose
                              one.
            127.0.0.1:8977 unless told otherwise, which only this machine can reach.
      --db <file>             Store the pings in this SQLite database. (default:
                              collected.sqlite)
      --tls <cert,key>        Answer with HTTPS: the files of the certificate and
                              its key, in PEM form.
      --answers <file>        Answer as the rules in this JSON file say.
            Time-shift codes by content id, or any answer to any kind of ping, such
            as 503; see Documentation/Collector.md.
      --max-bytes <size>      Let the pings fill so many bytes, 10G unless told
                              otherwise: then the oldest go.
      --max-rate <number>     Take so many requests a second; more are answered
                              with 429. (default: 20000)
      --quiet                 Say nothing on standard error but what failed.
      --verbose               Say on standard error everything unusual that is seen.
      --no-progress           Show no progress, not even on a terminal.
      --version               Show the version.
      -h, --help              Show help information.


    """#
}
