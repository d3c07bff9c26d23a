import SchedulerDiagnostics
import Testing

@testable import Scheduler

/// How list files become part of sets.
@Suite struct ListReadingTests {
  private static let toml = """
    [set.one]
    domains = ["own.example"]
    domains-file = ["lists/a.txt", "/srv/b.txt"]
    [set.two]
    domains-file = ["lists/a.txt"]
    [profile.p.block]
    sets = ["one", "two"]
    """

  /// What is read from files of a configuration, the problems, and the texts that they point into.
  private func read(
    _ files: [(name: String, text: String)], _ lists: ListsInMemory?
  ) -> (configuration: Configuration?, list: DiagnosticList, sources: SourceMap) {
    var sources = SourceMap()
    for file in files { _ = sources.add(SourceText(name: file.name, file.text)) }
    var list = DiagnosticList()
    let configuration = Configuration(reading: &sources, zones: machineZones, lists: lists, diagnostics: &list)
    return (configuration, list, sources)
  }

  @Test func `a set has its own domains and then those of its list files`() throws {
    let lists = ListsInMemory([
      "/etc/schedctl/lists/a.txt": "a.example\n", "/srv/b.txt": "0.0.0.0 b.example c.example\n",
    ])
    let result = read([("/etc/schedctl/config.toml", Self.toml)], lists)
    let configuration = try #require(result.configuration)
    #expect(configuration.sets["one"]?.domains.map(\.text) == ["own.example", "a.example", "b.example", "c.example"])
    #expect(configuration.sets["two"]?.domains.map(\.text) == ["a.example"])
    #expect(configuration.listFiles == ["/etc/schedctl/lists/a.txt", "/srv/b.txt"])
    let profile = try #require(configuration.profiles.first)
    #expect(configuration.blockedTargets(of: profile).domains.listed.count == 5)
    #expect(result.sources.texts.count == 1)
  }

  @Test(
    arguments: [
      ("lists/a.txt", "/etc/schedctl/config.toml", "/etc/schedctl/lists/a.txt"), ("/a.txt", "/etc/c.toml", "/a.txt"),
      ("a.txt", "config.toml", "a.txt"), ("a.txt", "<stdin>", "a.txt"),
      ("../a.txt", "conf.d/10.toml", "conf.d/../a.txt"),
      ("a.txt", "/config.toml", "/a.txt"),
    ])
  func `a relative path of a list file is resolved from the file that names it`(
    path: String, file: String, resolved: String
  ) {
    #expect(ListFilePath.resolve(path, from: file) == resolved)
  }

  @Test func `each configuration file names list files relative to its own directory`() throws {
    let one = "[set.one]\ndomains-file = [\"a.txt\"]\n"
    let lists = ListsInMemory(["/x/a.txt": "x.example", "/y/a.txt": "y.example"])
    let result = read([("/x/1.toml", one), ("/y/2.toml", one.replacing("one", with: "two"))], lists)
    #expect(result.configuration?.sets["one"]?.domains.map(\.text) == ["x.example"])
    #expect(result.configuration?.sets["two"]?.domains.map(\.text) == ["y.example"])
  }

  @Test func `an invalid line of a list file is reported in that file, which joins the sources`() {
    let lists = ListsInMemory(["/c/lists/a.txt": "a.example\na b\n", "/srv/b.txt": "b.example"])
    let result = read([("/c/config.toml", Self.toml)], lists)
    #expect(result.configuration == nil)
    // Two sets read it, which makes one mistake.
    #expect(result.list.diagnostics.map(\.code.name) == ["invalid-list-line"])
    #expect(result.sources.texts.map(\.name) == ["/c/config.toml", "/c/lists/a.txt"])
    #expect(result.list.diagnostics.first?.primary?.span.source.index == 1)
  }

  @Test func `a NUL in a list file is reported at its position, once for all sets that use the file`() throws {
    let lists = ListsInMemory(["/c/lists/a.txt": "a.example\n#\0\n", "/srv/b.txt": "b.example"])
    let result = read([("/c/config.toml", Self.toml)], lists)
    #expect(result.list.diagnostics.map(\.code.name) == ["unreadable-list"])
    let span = try #require(result.list.diagnostics.first?.primary?.span)
    #expect(result.sources[span.source].name == "/c/lists/a.txt" && span.bytes == ByteSpan(lower: 11, upper: 12))
  }

  @Test func `without a source of list files, naming one is an error`() {
    let result = read([("config.toml", Self.toml)], nil)
    #expect(result.configuration == nil)
    #expect(result.list.diagnostics.map(\.code.name) == Array(repeating: "unreadable-list", count: 3))
    var list = DiagnosticList()
    let old = Configuration(reading: result.sources, zones: machineZones, diagnostics: &list)
    #expect(old == nil && list.errorCount == 3)
  }

  @Test func `too many domains are reported once, at the list file that exceeds the limit`() {
    let many = String(repeating: "a.b\n", count: ConfigurationLimits.domains - 1)
    let toml = "[set.s]\ndomains = [\"c.d\"]\ndomains-file = [\"1\", \"2\", \"3\"]\n"
    #expect(read([("c", toml)], ListsInMemory(["1": many, "2": "", "3": ""])).configuration != nil)
    let result = read([("c", toml)], ListsInMemory(["1": many, "2": "x.y", "3": "x.y"]))
    #expect(result.list.diagnostics.map(\.message) == ["with '2' the configuration has more than 1000000 domains"])
  }
}
