import SchedulerCivilTime
import SchedulerJSON

extension TraceEntry {
  /// Returns the entry as a JSON object: `at` is the true time, and `clock` is the reading of the machine's clock if it
  /// differs. Events, missed intervals and finished sessions have the members of `history.jsonl`.
  public func json(in zone: ZoneRules) -> JSONObject {
    JSONObject(
      [
        "at": .string(at.rfc3339(in: zone)), "atEpoch": .integer(at.epochSeconds),
        "clock": wall == at ? nil : .string(wall.rfc3339(in: zone)),
      ], unknown: members)
  }

  private var members: JSONObject {
    switch item {
    case .action(let action): ["event": .string("action"), "action": .string(action.description)]
    case .answered(let command, let outcome): command.json(outcome.json)
    case .unanswered(let command, let error):
      command.json(["outcome": .string("unanswered"), "message": error.map { .string($0.description) } ?? .null])
    case .history(let entry, let isRecovered): entry.json.numbered(entry.number, isRecovered: isRecovered)
    case .activityRefused(let refused):
      [
        "event": .string("activityRefused"), "activity": .string(refused.name),
        "message": .string(refused.reason.description),
      ]
    case .shield(let set): set.traceJSON
    case .failure(let error): ["event": .string("failure"), "message": .string(error.description)]
    case .started(let losses, let problems):
      [
        "event": .string("processDidStart"),
        "problems": .array((losses.map(\.description) + problems.map(\.description)).map(JSONValue.string)),
      ]
    case .notStarted(let error): ["event": .string("processDidNotStart"), "message": .string(error.description)]
    case .died(let operation, let error):
      [
        "event": .string("processDidDie"), "operation": .integer(Int64(operation)),
        "place": error.map { .string($0.place) } ?? .null,
      ]
    case .booted: ["event": .string("machineDidStart")]
    }
  }
}

extension JSONObject {
  /// Returns the members of an event, preceded by its number.
  fileprivate func numbered(_ number: Int64, isRecovered: Bool) -> JSONObject {
    var object = JSONObject(["sequence": .integer(number)], unknown: self)
    if isRecovered { object["recovered"] = .bool(true) }
    return object
  }
}

extension Command {
  fileprivate func json(_ outcome: JSONObject) -> JSONObject {
    JSONObject(["event": .string("command"), "command": .string(request.words)], unknown: outcome)
  }
}

extension CommandOutcome {
  fileprivate var json: JSONObject {
    switch self {
    case .done(let result):
      JSONObject([
        "outcome": .string(result.change.rawValue), "profile": .string(result.profile.text),
        "session": result.session.map { .string($0.description) }, "from": result.from.map { .string($0.description) },
        "until": result.until.map { .string($0.description) },
        "nextStart": result.nextStart.map { .string($0.description) },
      ])
    case .refused(let refusal):
      JSONObject([
        "outcome": .string("refused"), "reason": .string(refusal.reason.rawValue), "message": .string(refusal.message),
        "allowedAt": refusal.allowedAt.map { .string($0.description) },
      ])
    }
  }
}

extension ShieldSet {
  fileprivate var traceJSON: JSONObject {
    let layers = layers.map { layer in
      JSONValue.object([
        "profile": .string(layer.layer.profile.key.text),
        "until": layer.until.map { .string($0.description) } ?? .null,
        "onlyDenials": .bool(layer.layer.onlyDenials == layer.layer),
      ])
    }
    return [
      "event": .string("shield"), "generation": .integer(generation), "strict": .bool(isStrict),
      "layers": .array(layers),
    ]
  }
}
