/// Configurations of any size in the style of real ones: tables of profiles with windows, lists, comments.
///
/// The same bytes for the same size.
struct SampleConfiguration {
  private var generator = SplitMix(state: 0x5EED)
  private var text = ""

  /// A configuration of at least `byteCount` bytes, cut off after the profile that reaches it.
  static func make(byteCount: Int) -> String {
    var sample = SampleConfiguration()
    sample.text.reserveCapacity(byteCount + 4096)
    sample.text += "# Focus schedules of the whole house.\nversion  = 1\ntimezone = \"Europe/Berlin\"\n\n"
    var number = 0
    while sample.text.utf8.count < byteCount {
      number += 1
      sample.appendProfile(number)
    }
    return sample.text
  }

  private mutating func appendProfile(_ number: Int) {
    let name = pick(["deep-work", "evening", "homework", "reading", "weekend", "writing"]) + "-\(number)"
    text += """
      # \(pick(["Mornings are for writing.", "No feeds after ten.", "Homework first, games later."]))
      [profile.\(name)]
      name        = "\(pick(["Deep work", "Evening calm", "Homework", "Lesen & Schreiben", "Büro"])) \(number)"
      description = "\(pick(["The phone stays in the drawer.", "Quiet hours for everybody at home."]))"
      color       = "#\(pick(["e5484d", "22c55e", "0ea5e9"]))"
      enabled     = \(pick(["true", "false"]))
      lock        = "\(pick(["none", "remote", "strict"]))"   # none | remote | strict
      cooldown    = "\(below(60))m"
      window = [

      """
    for _ in 0...below(4) {
      let start = below(12) + 6
      text += "  \"\(pick(["mon-fri", "sat", "daily", "mon,wed,fri"])) \(two(start)):00-\(two(start + 3)):30\",\n"
    }
    text +=
      "  { days = \"sat\", start = \"10:00\", end = \"11:00\", skip = [\"holidays\", 2026-12-\(two(below(28) + 1))] },\n]\n"
    appendTables(name)
  }

  private mutating func appendTables(_ name: String) {
    text +=
      "\n[profile.\(name).block]\napps    = [\"discord\", \"/usr/bin/steam\", \"org.mozilla.Thunderbird\"]\ndomains = [\n"
    for _ in 0...below(6) {
      text +=
        "  \"\(pick(["www.", "news.", "m.", ""]))\(pick(["example", "reddit", "youtube", "tiktok"]))\(below(1000)).com\",\n"
    }
    text += """
      ]

      [profile.\(name).break]          # absent: no breaks
      length = "\(below(30) + 1)m"
      count  = \(below(5) + 1)
      share  = 0.\(below(90) + 10)

      [[profile.\(name).window-list]]
      days  = ["mon", "tue", "wed"]
      start = \(two(below(24))):\(two(below(60))):00
      from  = 2026-\(two(below(12) + 1))-\(two(below(28) + 1))


      """
  }

  private mutating func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
  private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }
  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The splitmix64 generator: fast, and the same on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
