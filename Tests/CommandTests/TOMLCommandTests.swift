import ProgramTesting
import Testing

@Suite struct TOMLCommandTests {
  /// A document of every type, and what is made of it.
  static let document = """
    string = "quote \\" and é"
    integer = 0x2A
    float = 2.50
    infinite = -inf
    bool = true
    moment = 2026-11-23T09:00:00.120+01:00
    utc = 2026-11-23 09:00:00Z
    local = 2026-11-23T09:00
    date = 2026-11-23
    time = 09:00:00
    empty = []
    mixed = [1, [2.0, "three"], {}]
    [table.below]
    key = {"a b" = 1}
    [[tables]]
    [[tables]]
    n = -1
    """

  static let json =
    #"{"string":{"type":"string","value":"quote \" and é"},"integer":{"type":"integer","value":"42"},"#
    + #""float":{"type":"float","value":"2.5"},"infinite":{"type":"float","value":"-inf"},"#
    + #""bool":{"type":"bool","value":"true"},"#
    + #""moment":{"type":"datetime","value":"2026-11-23T09:00:00.12+01:00"},"#
    + #""utc":{"type":"datetime","value":"2026-11-23T09:00:00Z"},"#
    + #""local":{"type":"datetime-local","value":"2026-11-23T09:00:00"},"#
    + #""date":{"type":"date-local","value":"2026-11-23"},"time":{"type":"time-local","value":"09:00:00"},"#
    + #""empty":[],"mixed":[{"type":"integer","value":"1"},[{"type":"float","value":"2.0"},"#
    + #"{"type":"string","value":"three"}],{}],"table":{"below":{"key":{"a b":{"type":"integer","value":"1"}}}},"#
    + #""tables":[{},{"n":{"type":"integer","value":"-1"}}]}"# + "\n"

  @Test func `every type of value becomes typed JSON`() throws {
    let folder = try WorkFolder()
    let file = try folder.write(Self.document, to: "all.toml")
    #expect(try ProgramRun("toml", file).outcome() == Outcome(.exit(0), output: Self.json))
    #expect(try ProgramRun("toml", file, "--json").outcome() == Outcome(.exit(0), output: Self.json))
  }

  @Test func `toml reads standard input if its argument is a hyphen`() throws {
    var run = ProgramRun("toml", "-")
    run.input = .bytes(Array(Self.document.utf8))
    #expect(try run.outcome() == Outcome(.exit(0), output: Self.json))
  }

  @Test func `an empty file is an empty table`() throws {
    #expect(try ProgramRun("toml", "/dev/null").outcome() == Outcome(.exit(0), output: "{}\n"))
  }

  @Test func `toml reports all errors of invalid input, prints nothing on standard output and exits with 1`() throws {
    var run = ProgramRun("toml", "-")
    run.input = .bytes(Array("a = 01\nb = tru\n".utf8))
    let messages = """
      error[leading-zero]: '01' begins with a zero
        --> <stdin>:1:5
         |
       1 | a = 01
         |     ^
         |
         = help: write a = 1, or 0o… for a number in base 8

      error[unquoted-string]: 'tru' is not a value
        --> <stdin>:2:5
         |
       2 | b = tru
         |     ^^^ text needs quotes
         |
         = help: put it in quotes: b = "tru"

      2 errors

      """
    #expect(try run.outcome() == Outcome(.exit(1), messages: messages))
  }
}
