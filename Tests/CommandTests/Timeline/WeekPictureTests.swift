import Foundation
import ProgramTesting
import SchedulerCivilTime
import Testing

@testable import schedctl

/// Pictures of weeks, as agreed; `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter WeekPictureTests` writes them anew. Look at
/// them in a browser, in both schemes.
@Suite struct WeekPictureTests {
  @Test(arguments: [
    ("sample", "examples/sample.toml", "2026-11-23", "2026-11-26 14:05"),
    ("gap", ExampleWeek.fiveProfiles, "2026-03-29", "2026-03-29 03:30"),
    ("repeat", ExampleWeek.fiveProfiles, "2026-10-25", "1999-01-01"),
  ])
  func `the picture of a week matches its golden file`(name: String, path: String, time: String, now: String) throws {
    let picture = WeekPicture.text(of: try ExampleWeek.layout(path, time, now: now))
    #expect(try picture == Golden("Tests/CommandTests/Goldens/timeline-\(name).svg").agreed(with: picture))
  }

  /// Names that are markup, leave an attribute, or hold what XML cannot.
  private static let hostile = """
    [profile.a]
    name = "</title><script>alert(1)</script>"
    icon = "\\"'&"
    window = ["09:00-17:00"]
    [profile.b]
    name = "nul \\u0001 escape \\u001B[31m not \\uFFFE reversed \\u202E ]]>"
    window = ["10:00-12:00"]
    """

  @Test func `the week picture escapes a hostile profile name as plain text`() throws {
    let layout = try ExampleWeek.layout(ExampleWeek.configuration(text: Self.hostile), "2026-11-11")
    let picture = WeekPicture.text(of: layout)
    #expect(!picture.contains("<script") && picture.contains("&lt;script&gt;alert(1)"))
    let texts = try PythonXML.read(picture).texts
    #expect(texts.contains("\"'& </title><script>alert(1)</script>: Mon 9 November 09:00 to 17:00, 8 h"))
    #expect(texts.contains { $0.hasPrefix("nul ␁ escape ␛[31m not \u{FFFD} reversed \u{FFFD} ]]>: Mon 9") })
  }

  @Test(arguments: ["2026-03-29", "2026-10-25", "2026-11-11"])
  func `the week picture is a self-contained SVG document with a text description for screen readers`(time: String)
    throws
  {
    let layout = try ExampleWeek.layout(ExampleWeek.fiveProfiles, time, now: time + " 12:00")
    let picture = WeekPicture.text(of: layout)
    let document = try PythonXML.read(picture)
    #expect(document.root == "{http://www.w3.org/2000/svg}svg")
    #expect(document.attributes["role"] == "img")
    #expect(document.attributes["aria-labelledby"] == "schedctl-title schedctl-description")
    for row in layout.rows { #expect(document.texts.contains(row.title), "\(row.title)") }
    #expect(document.texts.contains { $0.contains("Evening: ") && $0.contains(" h") })
    #expect(picture.components(separatedBy: "http").count == 2, "only the name space")
    #expect(!picture.contains("<script") && !picture.contains("<image") && !picture.contains("@import"))
    #expect(picture.components(separatedBy: "url(").dropFirst().allSatisfy { $0.hasPrefix("#schedctl-void)") })
    #expect(picture.contains("@media (prefers-color-scheme:dark){"))
  }

  @Test func `the frame of a picture has room for all hours and all days of the week`() throws {
    let layout = try ExampleWeek.layout(ExampleWeek.fiveProfiles, "2026-10-25")
    let frame = PictureFrame(axisSeconds: layout.week.axis.length)
    #expect(frame.bottom - PictureFrame.top == 25 * PictureFrame.hourHeight)
    #expect(frame.x(ofDay: 7) <= PictureFrame.right + 0.01)
  }

  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (1.04, "1"), (1.05, "1.1"), (-0.26, "-0.3"), (-0.04, "0"), (123.96, "124"), (-7.5, "-7.5"),
  ])
  func `lengths in a picture have at most one decimal`(length: Double, text: String) { #expect(pixels(length) == text) }

  @Test(
    arguments: [
      ("Deep work", 200.0, ["Deep work"]), ("Deep work", 50, ["Deep", "work"]),
      ("Incomprehensibilities", 60, ["Incompre…"]),
      ("Meals without any screens", 90, ["Meals without", "any screens"]), ("Deep work", 10, nil),
    ] as [(String, Double, [String]?)])
  func `names are broken between words, and cut where there is no room`(name: String, width: Double, lines: [String]?) {
    #expect(PictureText.lines(of: name, size: 10, width: width) == lines)
  }
}

/// XML as Python reads it.
private struct PythonXML: Decodable {
  let root: String
  let attributes: [String: String]
  let texts: [String]

  static func read(_ xml: String) throws -> PythonXML {
    let script = """
      import json, sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      texts = [element.text for element in root.iter() if element.text and element.text.strip()]
      json.dump({"root": root.tag, "attributes": root.attrib, "texts": texts}, sys.stdout)
      """
    let folder = try WorkFolder()
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, try folder.write(xml, to: "week.svg")]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(PythonXML.self, from: data)
  }
}
