// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
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
}
