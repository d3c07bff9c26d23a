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
  /// When the gap that history has the start of was last known to continue; nil if there is none. It is stored now and
  /// then, so that a crash of the machine does not make the gap last until the next start.
  var gap: Instant?

  /// The time after which a gap is recorded, in nanoseconds: one minute. An agent that restarts makes none.
  static let shortestGap = Nanoseconds.of(seconds: 60)

  /// The time after which it is stored that a gap continues, in seconds.
  static let gapInterval: Int64 = 600

  init(user: String, source: String) { (self.user, self.source) = (user, source) }
}

extension UseMeasurement: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    user = try archive.field("user", of: value?.user)
    source = try archive.field("source", of: value?.source)
    knowsPages = try archive.field("pages", of: value?.knowsPages, default: false)
    gap = try archive.optionalInstant("gap", of: value?.gap)
  }
}

/// The record of what measures the use of people.
struct MeasuredPeople: Hashable, Sendable, StoredObject {
  var people: [UseMeasurement]
  /// The names of the people whose pages were known.
  var pageUsers: Set<String>

  init(people: [UseMeasurement], pageUsers: Set<String>) { (self.people, self.pageUsers) = (people, pageUsers) }

  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    people = try archive.list("people", of: value?.people)
    pageUsers = Set(try archive.list("pageUsers", of: value.map { $0.pageUsers.sorted() }))
  }
}
