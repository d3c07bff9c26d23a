/// The profiles that exist without being defined. They have no windows and are started manually. A profile with the
/// same key in a file replaces one.
enum BuiltInProfiles {
  /// The sets that each profile blocks, by its key.
  private static let all: [(key: String, name: String, icon: String, description: String, sets: [String])] = [
    ("focus", "Focus", "🎯", "Nothing that distracts from work.", ["social", "games", "entertainment", "news"]),
    ("social", "Social media", "💬", "No social networks and messengers.", ["social"]),
  ]

  /// The keys in ascending order.
  static var keys: [String] { all.map(\.key) }

  /// The profiles in key order, with identities derived from their keys.
  static var profiles: [Profile] {
    all.compactMap { entry in
      guard let key = ProfileKey(entry.key) else { return nil }
      var profile = Profile(ProfileReference(key: key), name: entry.name)
      profile.icon = entry.icon
      profile.description = entry.description
      profile.block.sets = entry.sets
      return profile
    }
  }
}

/// The sets that exist without being defined. A set with the same name in a file replaces one.
enum BuiltInSets {
  /// The names, in no particular order.
  static var allNames: [String] { all.map(\.name) }

  /// Returns the set with a name, or nil if there is none.
  static func set(named name: String) -> TargetSet? { all.first { $0.name == name }?.set }

  private static let all: [(name: String, set: TargetSet)] = [
    (
      "social",
      TargetSet(
        applications: names(
          "discord", "org.telegram.desktop", "telegram-desktop", "signal-desktop", "slack", "element-desktop"),
        domains: domains(
          "facebook.com", "instagram.com", "threads.net", "twitter.com", "x.com", "tiktok.com", "snapchat.com",
          "reddit.com",
          "linkedin.com", "pinterest.com", "tumblr.com", "discord.com", "telegram.org", "whatsapp.com",
          "mastodon.social",
          "bsky.app", "vk.com", "weibo.com"))
    ),
    (
      "games",
      TargetSet(
        applications: names(
          "steam", "lutris", "heroic", "minecraft-launcher", "com.valvesoftware.Steam", "net.lutris.Lutris"),
        domains: domains(
          "steampowered.com", "steamcommunity.com", "epicgames.com", "gog.com", "itch.io", "roblox.com",
          "minecraft.net",
          "battle.net", "ea.com", "ubisoft.com", "xbox.com", "playstation.com", "nintendo.com", "chess.com",
          "lichess.org",
          "poki.com", "crazygames.com"))
    ),
    (
      "entertainment",
      TargetSet(
        applications: names("vlc", "spotify", "kodi", "freetube", "org.videolan.VLC", "com.spotify.Client"),
        domains: domains(
          "youtube.com", "youtu.be", "netflix.com", "twitch.tv", "disneyplus.com", "primevideo.com", "hulu.com",
          "max.com",
          "vimeo.com", "dailymotion.com", "bilibili.com", "crunchyroll.com", "spotify.com", "soundcloud.com",
          "9gag.com",
          "imgur.com"))
    ),
    (
      "news",
      TargetSet(
        domains: domains(
          "cnn.com", "bbc.com", "bbc.co.uk", "nytimes.com", "theguardian.com", "washingtonpost.com", "foxnews.com",
          "reuters.com", "apnews.com", "spiegel.de", "bild.de", "lemonde.fr", "elpais.com", "corriere.it",
          "news.google.com",
          "news.yahoo.com", "news.ycombinator.com"))
    ),
  ]

  private static func names(_ texts: String...) -> [ApplicationName] { texts.map { ApplicationName($0) } }
  private static func domains(_ texts: String...) -> [DomainName] { texts.map { DomainName(checked: $0) } }
}
