/// Stands for an application, a category or a web domain without giving away which one.
///
/// Two tokens are equal if the device made them for the same thing. Tokens are archived as on Apple's systems, as
/// an object with the bytes under `data`; archives of a device mean nothing here.
public struct Token<T>: Codable, Equatable, Hashable, Sendable {
  /// The bytes by which the device knows what the token stands for.
  package let data: Data

  /// Makes the token of something that the device knows by these bytes.
  package init(data: Data) { self.data = data }

  private enum CodingKeys: String, CodingKey {
    case data
  }
}

/// Stands for an application.
public typealias ApplicationToken = Token<Application>

/// Stands for a category of applications and web domains.
public typealias ActivityCategoryToken = Token<ActivityCategory>

/// Stands for a web domain.
public typealias WebDomainToken = Token<WebDomain>
