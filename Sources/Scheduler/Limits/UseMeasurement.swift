/// What measures the use of a person.
///
/// While only the running programs are known, their running time counts instead of use. From a minute on this is a gap,
/// which history records: use of that time is missing in the person's own record of use.
struct UseMeasurement: Hashable, Sendable {
  /// The name of the user.
  var user: String
  /// The source, such as `sway`.
  var source: String
  /// Whether the source has named the domain of a tab, so that limits on domains are measured.
  var knowsPages = false
  /// Whether history has the start of a gap that has not ended.
  var hasGap = false

  /// The time after which a gap is recorded, in nanoseconds: one minute. An agent that restarts makes none.
  static let shortestGap = Nanoseconds.of(seconds: 60)

  init(user: String, source: String) { (self.user, self.source) = (user, source) }
}

extension UseMeasurement: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    user = try archive.field("user", of: value?.user)
    source = try archive.field("source", of: value?.source)
    knowsPages = try archive.field("pages", of: value?.knowsPages, default: false)
    hasGap = try archive.field("gap", of: value?.hasGap, default: false)
  }
}

/// The record of what measures the use of people.
struct MeasuredPeople: Hashable, Sendable, StoredObject {
  var people: [UseMeasurement]

  init(_ people: [UseMeasurement]) { self.people = people }

  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    people = try archive.list("people", of: value?.people)
  }
}
