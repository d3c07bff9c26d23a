// Written by ExampleTests from the names in examples.

extension Example {
  /// The examples of `Texts`, in the order of their names.
  static let generated = [
    examRoom,
    family,
    holidays,
    nightShift,
    pomodoroDeveloper,
    roster,
    sample,
    simplylock1TimedProfile,
    simplylock2LinkedPomodoro,
    simplylock3Usage,
    student,
    traveller,
  ]
}
