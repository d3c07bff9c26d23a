// The modules whose types appear in the public declarations of this module, so that an embedder needs one import.
// `Scheduler` re-exports the modules of its own declarations. The files of this module need no import of them either.
@_exported public import Scheduler
@_exported public import SchedulerPlatform

@_exported public import enum SchedulerJSON.JSONValue
