extension ManagedSettingsStore {
  /// Says that tokens have expired. Observe it under `tokensDidExpire`, then call `refresh`.
  public struct TokenExpiryMessage: NotificationCenter.AsyncMessage {
    /// Observers name the type `ManagedSettingsStore`.
    public typealias Subject = ManagedSettingsStore

    /// The name of the notification.
    public static var name: Notification.Name { Notification.Name("ManagedSettingsStoreTokensDidExpire") }

    /// Makes a message, which the device posts.
    package init() {}
  }

  /// Replaces expired tokens of applications. Order and count stay.
  public static func refresh(_ tokens: inout [ApplicationToken]) throws { tokens = try refreshed(tokens) }

  /// Replaces expired tokens of categories. Order and count stay.
  public static func refresh(_ tokens: inout [ActivityCategoryToken]) throws { tokens = try refreshed(tokens) }

  /// Replaces expired tokens of web domains. Order and count stay.
  public static func refresh(_ tokens: inout [WebDomainToken]) throws { tokens = try refreshed(tokens) }

  private static func refreshed<T>(_ tokens: [Token<T>]) throws -> [Token<T>] {
    guard let process = SettingsAccess.process(for: "ManagedSettingsStore.refresh") else { return tokens }
    return try process.refreshed(tokens: tokens.map(\.data)).map(Token.init(data:))
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<ManagedSettingsStore.TokenExpiryMessage> {
  /// Identifies the message that tokens have expired.
  public static var tokensDidExpire: Self { Self() }
}
