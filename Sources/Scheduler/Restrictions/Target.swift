/// A domain or an application, which a layer blocks or allows.
public enum Target: Hashable, Sendable {
  /// An application, by path, file name or desktop ID.
  case application(ApplicationName)
  /// A domain including its subdomains.
  case domain(DomainName)

  /// The name as the configuration writes it.
  public var text: String {
    switch self {
    case .application(let name): name.text
    case .domain(let name): name.text
    }
  }
}

/// The reason why a text denotes neither a domain nor an application.
public struct TargetProblem: Error, Equatable, Sendable {
  /// One line that states what was found and what was expected.
  public let message: String
  /// Corrections, one line each.
  public var help: [String] = []
}

extension DomainName {
  /// Creates the domain of a text such as `reddit.com` or `münchen.de`, whose international labels become A-labels.
  ///
  /// - Throws: `TargetProblem` if it is not a host name according to RFC 5890 and 1123, with underscores allowed.
  public init(_ text: String) throws(TargetProblem) {
    do throws(TextProblem) { self = try DomainText.domain(text) } catch { throw TargetProblem(error) }
  }
}

extension TargetProblem {
  init(_ problem: TextProblem) { self.init(message: problem.message, help: problem.help) }
}
