/// A module of the dependent package, whose name schedctl leaves free.
public enum Diagnostics {
  /// What it says of itself.
  public static let origin = "the dependent's own Diagnostics"
}
