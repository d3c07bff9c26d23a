/// A domain or an application: what a layer blocks or lets pass.
public enum Target: Hashable, Sendable {
  /// An application, by path, file name or desktop id.
  case application(ApplicationName)
  /// A domain with its subdomains.
  case domain(DomainName)

  /// Its name as the configuration writes it.
  public var text: String {
    switch self {
    case .application(let name): name.text
    case .domain(let name): name.text
    }
  }
}

/// Why a text names neither a domain nor an application.
public struct TargetProblem: Error, Equatable, Sendable {
  /// One line: what was found and what was expected.
  public let message: String
  /// How to mend it, a line each.
  public var help: [String] = []
}

extension DomainName {
  /// The domain of a text such as `reddit.com` or `münchen.de`, whose international labels become A-labels.
  ///
  /// - Throws: `TargetProblem` when it is no host name by RFC 5890 and 1123, underscores allowed.
  public init(_ text: String) throws(TargetProblem) {
    do throws(TextProblem) { self = try DomainText.domain(text) } catch { throw TargetProblem(error) }
  }
}

extension TargetProblem {
  init(_ problem: TextProblem) { self.init(message: problem.message, help: problem.help) }
}
