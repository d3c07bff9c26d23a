import SchedulerJSON
import TestSupport

@testable import Scheduler

/// An archive that makes up the fields: any stored type can be made of it.
struct RandomArchive: Archive {
  typealias Failure = StateProblem

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A random value; a type that checks its fields is tried until they fit.
  mutating func value<Value: Stored>(_ type: Value.Type = Value.self) throws(StateProblem) -> Value {
    if let object = type as? any StoredObject.Type, let value = try self.object(object) as? Value { return value }
    if let list = type as? any RandomStored.Type, let value = try list.random(in: &self) as? Value { return value }
    let fitting = Self.scalars.compactMap { (scalar) -> Value? in
      do throws(StateProblem) {
        return try Value.restore(from: StoredSource(value: scalar, place: "", isStrict: true))
      } catch {
        return nil
      }
    }
    guard let value = fitting.randomElement(using: &random) else {
      throw StateProblem(place: "\(type)", expected: Value.expectation)
    }
    return value
  }

  private mutating func object<Object: StoredObject>(_ type: Object.Type) throws(StateProblem) -> Object {
    var problem: StateProblem?
    for _ in 0..<50 {
      do throws(StateProblem) { return try Object(archive: &self, of: nil) } catch { problem = error }
    }
    throw problem ?? StateProblem(place: "", expected: Object.expectation)
  }

  mutating func list<Element: Stored>(of type: Element.Type) throws(StateProblem) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) { elements.append(try value()) }
    return elements
  }

  mutating func field<Value: Stored>(_ key: StaticString, of value: Value?) throws(StateProblem) -> Value {
    try self.value()
  }

  mutating func optional<Value: Stored>(_ key: StaticString, of value: Value?) throws(StateProblem) -> Value? {
    Bool.random(using: &random) ? try self.value() : nil
  }

  mutating func stated<Value: Stored>(_ key: StaticString, orNull value: Value?) throws(StateProblem) -> Value? {
    try optional(key, of: nil)
  }

  mutating func stated<Value: Stored>(
    _ key: StaticString, of value: Value?, usual: Value
  ) throws(StateProblem) -> Value {
    try self.value()
  }

  mutating func table<Value: Stored>(
    _ key: StaticString, of values: [String: Value]?
  ) throws(StateProblem) -> [String: Value] {
    var table: [String: Value] = [:]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let name: UUIDValue = try value()
      table[name.description] = try value()
    }
    return table
  }

  mutating func former<Value: Stored>(_ key: StaticString) -> Value? { nil }

  mutating func unknown(_ members: JSONObject?) -> JSONObject {
    Bool.random(using: &random) ? [:] : ["future": .array([.null, .string("x")])]
  }

  func require(_ isMet: Bool, of key: StaticString, expecting expectation: String) throws(StateProblem) {
    if !isMet { throw StateProblem(place: key.description, expected: expectation) }
  }

  /// Scalars of which every scalar type accepts some.
  private static let scalars: [JSONValue] =
    [true, false].map(JSONValue.bool)
    + [0, 1, -1, 7, 60, 86_399, 999_999_999, 1_795_420_800, 9_000_000_000_000].map(JSONValue.integer)
    + [
      "", "kim", "deep-work", "🍅\"\\\n", "a.example.org", "Game", "Office", "2026-11-23T09:00:00Z", "@9007199254740993",
      "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10", "00000000-0000-5000-8000-000000000001",
    ].map(JSONValue.string)
    + (Hold.Origin.allCases.map(\.rawValue) + LiveMode.allCases.map(\.rawValue)
    + LiveState.Shield.allCases.map(\.rawValue) + Lift.Kind.allCases.map(\.rawValue)
    + Pomodoro.Mode.allCases.map(\.rawValue)
    + Pomodoro.State.allCases.map(\.rawValue) + Lock.allCases.map(\.rawValue) + Permission.allCases.map(\.rawValue)
    + PomodoroRules.AutoStart.allCases.map(\.rawValue) + Strategy.Kind.allCases.map(\.rawValue)
    + AuthorizationStatus.allCases.map(\.rawValue) + ["allow", "block", "stopped", "replaced", "removed"])
    .map(JSONValue.string)
}

/// A stored type whose random values are no scalars and have no fields.
private protocol RandomStored {
  static func random(in archive: inout RandomArchive) throws(StateProblem) -> Self
}

extension Array: RandomStored where Element: Stored {
  fileprivate static func random(in archive: inout RandomArchive) throws(StateProblem) -> [Element] {
    try archive.list(of: Element.self)
  }
}

extension ProfileRecord.StoredSession: RandomStored {
  fileprivate static func random(in archive: inout RandomArchive) -> Self {
    .unread(.object(["id": .string("unread")]))
  }
}
