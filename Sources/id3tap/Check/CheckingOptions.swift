import ArgumentParser

/// What `id3tap check` does with its inputs.
struct CheckingOptions: ParsableArguments {
  @Flag(help: "Compare two inputs, such as main and backup, and list the differences.")
  var same = false

  @Flag(help: "Read the inputs as text that contains Nielsen payload strings.")
  var text = false

  @OptionGroup var rules: RuleTextOptions
}
