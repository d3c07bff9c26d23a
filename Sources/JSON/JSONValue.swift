/// A JSON value.
public enum JSONValue: Sendable {}
