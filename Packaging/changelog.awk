# Converts CHANGELOG.md to Debian's changelog. Variables: revision, maintainer. Unreleased changes are left out.

# Formats a date such as 2026-11-23 according to RFC 5322, with date(1).
function stamp(day,   command, text) {
  command = "LC_ALL=C date --utc --rfc-email --date=" day
  command | getline text
  close(command)
  return text
}

# Prints an item in lines of at most 79 characters.
function item(   words, count, line, i, label) {
  # Only the text of a link is kept, because linked documents are not in the package.
  while (match(text, /\[[^][]*\]\([^)]*\)/)) {
    label = substr(text, RSTART + 1, RLENGTH - 1)
    sub(/\]\(.*/, "", label)
    text = substr(text, 1, RSTART - 1) label substr(text, RSTART + RLENGTH)
  }
  count = split(text, words, " ")
  line = "  *"
  for (i = 1; i <= count; i++) {
    if (length(line) + 1 + length(words[i]) > 79) {
      print line
      line = "   "
    }
    line = line " " words[i]
  }
  if (count > 0) print line
  text = ""
}

function finish() {
  item()
  if (version != "") printf "\n -- %s  %s\n\n", maintainer, stamp(day)
  version = ""
}

/^## / {
  finish()
  if ($2 !~ /^[0-9]+\.[0-9]+\.[0-9]+$/ || $4 !~ /^[0-9]+-[0-9]+-[0-9]+$/) next
  version = $2
  day = $4
  printf "id3tap (%s-%s) unstable; urgency=medium\n\n", version, revision
  next
}

version == "" { next }
/^- / { item(); text = substr($0, 3); next }
/^  / { text = text " " $0; next }
{ item() }
END { finish() }
