extension StoreSchema {
  /// Tells an input that was not judged from one without DATA tags. Earlier versions wrote `pass` or `warn`
  /// for the former.
  static let presenceOfVersion4 = """
    DROP VIEW presence;
    CREATE VIEW presence AS
    SELECT
      inputs.input AS input,
      streams.rendition AS rendition,
      streams.program AS program,
      streams.pid AS pid,
      CASE
        WHEN inputs.verdict IS NULL OR inputs.verdict = 'unreadable' THEN NULL
        WHEN coalesce(streams.data, inputs.tags_data) > 0 THEN 'yes'
        WHEN coalesce(streams.verdict, inputs.verdict) = 'absent' THEN 'no'
        ELSE 'not-judged'
      END AS present,
      coalesce(streams.data, inputs.tags_data) AS data,
      coalesce(streams.info, inputs.tags_info) AS info,
      coalesce(streams.verdict, inputs.verdict) AS verdict,
      coalesce(inputs.error, inputs.notJudged) AS error
    FROM inputs LEFT JOIN streams ON streams.input_id = inputs.input_id
    WHERE inputs.state NOT IN ('waiting', 'no-stream')
    ORDER BY inputs.input_id, streams.position;
    """

  /// The questions that are asked most. `gaps` lists times between two DATA tags of one
  /// stream; its 19 s are the limit that the rule `cadence-gap` comes with.
  static let viewsOfVersion1 = """
    CREATE VIEW presence AS
    SELECT
      inputs.input AS input,
      streams.rendition AS rendition,
      streams.program AS program,
      streams.pid AS pid,
      CASE
        WHEN inputs.verdict IS NULL OR inputs.verdict = 'unreadable' THEN NULL
        WHEN coalesce(streams.data + streams.info, inputs.tags_data + inputs.tags_info) > 0
        THEN 'yes' ELSE 'no'
      END AS present,
      coalesce(streams.data, inputs.tags_data) AS data,
      coalesce(streams.info, inputs.tags_info) AS info,
      coalesce(streams.verdict, inputs.verdict) AS verdict,
      inputs.error AS error
    FROM inputs LEFT JOIN streams ON streams.input_id = inputs.input_id
    WHERE inputs.state NOT IN ('waiting', 'no-stream')
    ORDER BY inputs.input_id, streams.position;

    CREATE VIEW gaps AS
    SELECT
      inputs.input AS input,
      tags.rendition AS rendition,
      tags.program AS program,
      tags.pid AS pid,
      tags.previous AS start,
      tags.time AS "end",
      round(tags.time - tags.previous, 3) AS seconds
    FROM (
      SELECT
        input_id, "index", rendition, program, pid, time,
        max(time) OVER (
          PARTITION BY input_id, rendition, program, pid, carriage ORDER BY "index"
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS previous
      FROM tags
      WHERE nielsen_kind = 'data' AND time IS NOT NULL
    ) AS tags JOIN inputs ON inputs.input_id = tags.input_id
    WHERE tags.time - tags.previous > 19
    ORDER BY tags.input_id, tags."index";

    CREATE VIEW faults_by_rule AS
    SELECT
      rules.rule AS rule,
      sum(rules.state = 'fail') AS failed,
      sum(rules.state = 'warn') AS warned,
      sum(rules.state = 'pass') AS passed,
      sum(rules.state = 'not-assessed') AS notAssessed,
      coalesce(
        (SELECT sum(findings.count) FROM findings WHERE findings.rule = rules.rule), 0
      ) AS findings
    FROM rules
    GROUP BY rules.rule
    HAVING sum(rules.state IN ('fail', 'warn')) > 0
    ORDER BY failed DESC, warned DESC, rules.rule;
    """
}
