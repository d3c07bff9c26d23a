import Scheduler
import SchedulerDiagnostics
import SchedulerTOML

/// The explanations of all codes that `check` and `simulate` can report.
enum DiagnosticCatalogue {
  static let all: [DiagnosticExplanation] =
    Configuration.explanations + Document.explanations + SimulationScript.explanations
}
