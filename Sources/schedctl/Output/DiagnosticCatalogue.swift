import Scheduler
import SchedulerDiagnostics
import SchedulerTOML

/// The explanations of all diagnostic codes of `check` and `simulate`.
enum DiagnosticCatalogue {
  static let all: [DiagnosticExplanation] =
    Configuration.explanations + Document.explanations + SimulationScript.explanations
}
