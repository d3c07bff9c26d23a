import Scheduler
import SchedulerJSON

extension PageContent: JSONWritable {
  /// Writes the content as an object. All keys are always present.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("version", value: 1)
      json.member("state", value: state.rawValue)
      json.member("domain", orNull: domain?.text)
      json.member("title", value: title)
      json.member("subtitle", value: subtitle)
      json.member("icon", value: icon)
      json.member("button", value: screen.words.button)
      json.member("profiles", value: profiles.map(\.text))
      json.member("until", orNull: until?.description)
      json.member("untilEpoch", orNull: until?.epochSeconds)
      json.member("untilText", value: untilText)
      json.member("remainingSeconds", orNull: secondsLeft)
      json.member("nextBreak", orNull: nextBreak?.description)
      json.member("attempts", orNull: attempts)
      json.member("note", value: note)
      json.array("facts", of: facts) { fact, json in
        json.object { json in
          json.member("name", value: fact.name)
          json.member("value", value: fact.value)
        }
      }
      json.object("colors") { json in
        for (name, value) in colors.variables { json.member(named: name, value: value) }
      }
      json.member("address", orNull: address)
      json.member("source", orNull: source)
    }
  }
}
