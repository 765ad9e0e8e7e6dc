# The records of `id3tap check` as annotations of GitHub: errors first, because it shows the first ten of a step.

def text: gsub("%"; "%25") | gsub("\r"; "%0D") | gsub("\n"; "%0A");
def property: text | gsub(":"; "%3A") | gsub(","; "%2C");

# A URL is not a file of the repository: it is named in the message.
def place: if contains("://") then "" else "file=\(property)," end;
def named: if contains("://") then "\(.): " else "" end;

def annotation($level; $title):
  "::\($level) \(.input | place)title=\($title | property)::\(.input | named | text)\(.message | text)";

def finding($input):
  . as $finding
  | ([
      if .rendition then .rendition else empty end,
      if .segment then .segment else empty end,
      if .time then "\(.time) s" else empty end
    ] | join(", ")) as $where
  | { input: $input
    , message: ((if $where == "" then "" else "\($where): " end) + $finding.message
        + (if $finding.remedy then ". \($finding.remedy)" else "" end)) }
  | annotation(
      {"error": "error", "warning": "warning"}[$finding.severity] // "notice"; "id3tap \($finding.rule)");

[inputs | . as $record | .input as $input
  | if .error then {order: 0, line: ({$input, message: .error} | annotation("error"; "id3tap"))}
    else .findings[]
      | {order: ({"error": 0, "warning": 1}[.severity] // 2), line: finding($input)}
    end]
| sort_by(.order)[].line
