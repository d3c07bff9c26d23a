/// The clock rules of one zone.
public struct ZoneRules: Sendable {}
/// Why a zone cannot be had.
public enum ZoneError: Error {}
