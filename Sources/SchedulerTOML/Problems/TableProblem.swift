/// A key or a table that cannot be defined, because of what its name already stands for.
///
/// `part` is the part of the key that clashes, `path` the key up to and with it, `first` where the name was defined, and
/// `section` the key of the header above, if that belongs to the name.
struct TableProblem: Error, Problem {
  /// Which rule is broken.
  enum Reason {
    /// A key is given a value twice.
    case duplicateKey
    /// A header defines a table twice.
    case duplicateTable
    /// A header or a dotted key goes through a value that is no table.
    case notATable(Value.Kind)
    /// Something is added to an inline table from outside.
    case closedTable
    /// A `[[header]]` adds to an array in brackets.
    case closedArray
    /// `[x]` where `[[x]]` was before.
    case tableAfterArray
    /// `[[x]]` where `[x]` was before.
    case arrayAfterTable
    /// A dotted key adds to a table that has a header.
    case dottedIntoHeader
    /// A header defines a table that a dotted key has defined.
    case headerAfterDotted
  }

  let reason: Reason
  let part: Range<Int>
  var path: Range<Int>
  let first: Range<Int>
  var section: Range<Int>?
}
