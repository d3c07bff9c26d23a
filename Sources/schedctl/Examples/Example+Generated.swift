// Written by ExampleTests from the names in examples.

extension Example {
  /// Those of `Texts`, in the order of their names.
  static let generated = [
    nightShift,
    roster,
    sample,
    student,
    traveller,
  ]
}
