import Testing

@Suite struct SchedulerStartTests {}
