import Scheduler
import SchedulerPlatform
import SchedulerUsage

/// Names the page that a browser has in front to the agents of its user, also to those that start later.
struct PageNaming {
  /// The directory of the agents' sockets; nil if this user has none.
  private let directory: String?
  /// What the browser has said last: the domain of the page in front, or nil for none. The outer nil means that it has said
  /// nothing yet.
  private var page: DomainName??
  /// The connections with agents, by the paths of their sockets.
  private var agents: [String: LocalConnection] = [:]

  /// Maximum number of agents: one for each desktop session of the user.
  private static let agentLimit = 8

  init(_ environment: ProcessEnvironment) { directory = PageSockets.directory(in: environment) }

  /// What to watch to learn of agents that start.
  var files: [WatchedPath] { directory.map { [PageSockets.watched(in: $0)] } ?? [] }

  /// Names the page in front to all agents; nil for none.
  mutating func name(_ domain: DomainName?) {
    guard page != .some(domain) else { return }
    page = .some(domain)
    for (path, agent) in agents { agents[path] = Self.tell(agent, of: domain) }
    findAgents()
  }

  /// Names the page in front to agents that have started since the last call, once the browser has said something.
  mutating func findAgents() {
    guard let directory, let page else { return }
    let paths = PageSockets.paths(in: directory)
    agents = agents.filter { paths.contains($0.key) }
    for path in paths where agents[path] == nil && agents.count < Self.agentLimit {
      // Nothing listens on the socket of an agent that was killed.
      do throws(SystemError) { agents[path] = Self.tell(try LocalConnection(to: path), of: page) } catch {}
    }
  }

  /// Returns the agent, or nil if it takes no message. Then the next page is named over another connection.
  private static func tell(_ agent: LocalConnection, of domain: DomainName?) -> LocalConnection? {
    let message = PageSockets.message(naming: domain)
    do throws(SystemError) {
      return try agent.write(message[...]) == message.count ? agent : nil
    } catch {
      return nil
    }
  }
}
