import SchedulerInstance

extension WhyAnswer {
  /// Writes the answer as text: a sentence, and a paragraph for each profile that matters to it.
  ///
  /// - Parameters:
  ///   - title: the name of the configuration that was read.
  ///   - view: the state on which the answer is based, or that it is compared with; nil if none is known.
  mutating func writeText(
    _ title: String, in view: StateView?, enforcement: EnforcementStatus, to output: inout TextOutput
  ) {
    let at = ZonedText(outlook.instant, in: zone.rules)
    let user = request.user.map { $0.name ?? "a user without a name" } ?? "anybody"
    output.write("\(title) · \(zone.title) · at \(at.day) \(at.time) · for \(user)\n")
    if live != nil, let view {
      let text = PrintableText.printable("state in \(view.instance.directory) · \(view.staleness)")
      output.write(flowing(text, indent: "", columns: output.columns))
      if let notice = view.engine.pendingNotice { output.write(flowing(notice, indent: "", columns: output.columns)) }
    }
    let headline = enforcement.headline(about: subject)
    output.write(flowing(PrintableText.printable(headline), indent: "", columns: output.columns))
    if let published {
      let text =
        "you may not read the state: shown is what \(published.path) says, of generation \(published.generation)"
      output.write(flowing(PrintableText.printable(text), indent: "", columns: output.columns))
    }
    output.write("\n")
    output.write(flowing(PrintableText.printable(request.target.text) + sentence, indent: "", columns: output.columns))
    for text in limitTexts + uncountedTexts(view) + machineWideTexts(enforcement) {
      output.write(flowing(PrintableText.printable(text), indent: "", columns: output.columns))
    }
    let stances = outlook.stances.filter(\.matters)
    writeOutdated(view, to: &output)
    for stance in stances.filter(blocksNow) + stances.filter({ !blocksNow($0) }) {
      output.write("\nprofile '\(stance.profile.key)' \(livePredicate(of: stance) ?? stance.predicate)\n")
      for (label, text) in lines(on: stance, view) {
        let title = "  " + label.padded(to: Self.labelWidth)
        output.write(flowing(title + PrintableText.printable(text), indent: Self.indent, columns: output.columns))
      }
    }
  }

  /// The target that adapters have to block: for a page its host, unless `urls` block it.
  private var subject: Target {
    guard case .page(let page) = request.target else { return request.target }
    let isBlockedAsPage = outlook.stances.contains { if case .page = $0.decision.ground { true } else { false } }
    return isBlockedAsPage ? request.target : .domain(page.host)
  }

  private static let labelWidth = 8
  private static let indent = String(repeating: " ", count: labelWidth + 2)
  /// The minimum width in columns of wrapped text. Narrower terminals wrap by themselves.
  private static let narrowestText = 20

  /// Returns the text in lines that fit, with later lines indented.
  private func flowing(_ text: String, indent: String, columns: Int?) -> String {
    guard let columns, columns >= indent.count + Self.narrowestText else { return text + "\n" }
    let body = text.dropFirst(indent.count)
    let lines = String(body).wrapped(toColumns: columns - indent.count)
    return text.prefix(indent.count) + lines.joined(separator: "\n" + indent) + "\n"
  }

  /// The verdict about the target and its end, in words.
  private var sentence: String {
    let change = change.map { ZonedText($0, in: zone.rules) }
    if isBlocked {
      return change.map { " is blocked until \($0.day) \($0.time)" } ?? " is blocked, and no end of it is in sight"
    }
    if case .application(let application) = request.resolved, application.isNeverShielded {
      return " is not blocked: without it the machine could not be used or repaired, so it is never shielded"
    }
    if let doubt { return doubt }
    if let change { return " is not blocked; it will be from \(change.day) \(change.time)" }
    if published != nil || live?.engine.authorization.isApproved == false { return " is not blocked" }
    let stances = outlook.stances
    if stances.contains(where: \.isBlocker) { return " is not blocked, and never will be: no interval is coming" }
    let isListed = stances.contains { !$0.profile.isEnabled && $0.decision.isBlocked }
    return " is not blocked by any \(isListed ? "enabled " : "")profile"
  }

  /// A remark on a target that may be blocked for a user whose name or groups are unknown; nil if there is no doubt.
  private var doubt: String? {
    let stances = outlook.stances.filter(\.mayBeBlocker)
    guard !stances.isEmpty else { return nil }
    let unknown = (request.user?.name).map { "the groups of '\($0)'" } ?? "the name and the groups of the user"
    let verdict = stances.contains(where: \.holds) ? "not known to be blocked" : "not blocked now, but may be later"
    return " is \(verdict): \(unknown) could not be looked up"
  }

  /// Returns the labeled lines of a paragraph.
  private mutating func lines(on stance: TargetOutlook.Stance, _ view: StateView?) -> [(String, String)] {
    var lines = [("by", entryText(stance))]
    let layer = configuration.layer(of: stance.profile)
    if !layer.coversEverybody {
      lines.append(("for", (layer.users + layer.groups.map { "group \($0)" }).joined(separator: ", ")))
    }
    if let session = live?.stance(of: stance.profile.reference)?.session, let view {
      return lines + StatusText(view: view).holdLines(of: session)
    }
    if let until = published?.end(of: stance.profile.id) {
      lines.append(
        ("until", ZonedText(until, in: zone.rules).words(besides: ZonedText(outlook.instant, in: zone.rules))))
    }
    if let interval = stance.interval {
      lines.append(
        ("when", ([text(of: interval, stance.profile)] + stance.remarks.map(\.description)).joined(separator: "; ")))
    }
    for window in windows(of: stance) {
      lines.append(
        ("window", "'\(window.name)'" + (window.source.flatMap { location($0) }.map { " (\(placeText($0)))" } ?? "")))
    }
    guard stance.isBlocker else { return lines }
    if stance.holds { lines.append(("lifted", stance.profile.liftText)) }
    let exception = exception(of: stance).map { exception in
      "\(exception.key) = [\"\(exception.name)\"] in [profile.\(stance.profile.key).allow] would let it pass"
    }
    lines.append(("except", exception ?? "'allow' cannot except pages; without that entry of 'urls' it would pass"))
    return lines
  }

  /// Returns the entry that decides, with its position.
  private mutating func entryText(_ stance: TargetOutlook.Stance) -> String {
    let origin = origin(of: stance)
    let set = origin?.setName.map { name in
      configuration.sets[name] == nil ? " of the built-in set '\(name)'" : " of set '\(name)'"
    }
    let place = origin?.location.map { " (\(placeText($0)))" }
    return entryName(stance) + (set ?? "") + (place ?? "") + (remark(on: stance.decision) ?? "")
  }

  private func entryName(_ stance: TargetOutlook.Stance) -> String {
    switch stance.decision.ground {
    case .domain(let name): "'\(name.text)'"
    case .page(let url): "'\(url.text)'"
    case .application(let name): "'\(name.text)'"
    case .category(let category): "category '\(category.name)'"
    case .unlisted, .exempt: request.target.kind == "application" ? "all applications" : "all domains"
    }
  }

  /// Returns the reason why the target passes in spite of the entry; nil if it does not pass.
  private func remark(on decision: Decision) -> String? {
    switch decision.ground {
    case .exempt(.machineName): ", which leaves out this machine's own names"
    case .exempt(.noDesktopApplication): ", which means desktop applications alone"
    case .exempt(.sparedByAll): ", which leaves out terminals, settings and aids for people with disabilities"
    case .exempt(.neverShielded): ", which leaves out what is never shielded"
    case .domain, .page, .application, .category, .unlisted: decision.isBlocked ? nil : ", which is allowed"
    }
  }

  /// Returns the interval in the profile's zone, for example `Mon 2026-11-23 09:00 to 12:30`.
  private func text(of interval: Interval, _ profile: Profile) -> String {
    let rules = zone(of: profile)
    let start = ZonedText(interval.start, in: rules)
    let end = ZonedText(interval.end, in: rules)
    let text = "\(start.day) \(start.time) to \(start.day == end.day ? "" : end.day + " ")\(end.time)"
    return rules.identifier == zone.rules.identifier ? text : text + " in \(rules.identifier)"
  }

  /// Returns a position, for example `week.toml:9:3`.
  private func placeText(_ location: SourceLocation) -> String {
    "\(location.file):\(location.line):\(location.column)"
  }
}

extension TargetOutlook.Stance {
  /// Whether the profile affects the answer, or would under other conditions.
  fileprivate var matters: Bool { decision.isBlocked || (holds && profile.isEnabled && coversUser) }

  /// The effect of the profile, in words.
  fileprivate var predicate: String {
    guard decision.isBlocked else { return "lets it pass" }
    if !profile.isEnabled { return "would block it, but is disabled" }
    if mayCoverUser { return "blocks it for some, perhaps for this user" }
    if !coversAnybody { return "blocks it for users that this machine does not have" }
    if !coversUser { return "blocks it for others" }
    if holds { return "blocks it" }
    return interval == nil ? "would block it, but no interval of it is coming" : "will block it"
  }
}

extension Profile {
  /// The ends and interruptions of its shield, in words.
  fileprivate var liftText: String {
    let lifts = [
      breaks.map { "breaks of up to \(LengthWords.text(seconds: $0.lengthSeconds))" },
      pause.map { "pauses of up to \(LengthWords.text(seconds: $0.lengthSeconds))" },
      access.map { "access for \(LengthWords.text(seconds: $0.lengthSeconds))" },
    ].compactMap { $0 }
    let other = lifts.isEmpty ? "no break, pause or access is configured" : lifts.joined(separator: ", ")
    return "by its end; \(other)" + (lock == .strict ? "; it is strictly locked until then" : "")
  }
}
