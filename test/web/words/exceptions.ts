/** Words that stay the same in every language: names, and parts of URLs and files. */
const NAMES = new Set(
  "Parley Zulip Slack Mattermost Webhook JSON URL OpenID Connect API Esc Alt Enter Xyz all example org".split(" "),
);

interface Exceptions {
  /** Words that the language has in common with English. */
  readonly shared: string;
  /** Labels that may be much longer than the English ones, because there is room. */
  readonly long: readonly string[];
}

const exceptions: Readonly<Record<string, Exceptions | undefined>> = {
  de: {
    shared:
      "Administrator Board Bot Bots Branches Code Desktop Details Domain Domains Email Emoji Export Gateway Import in Link Links " +
      "Moderation Moderator Name Navigation Normal offline Orange Passkeys Push Server Smileys Spoiler Text Version Video",
    long: [
      ...["channels.unmute", "channels.unpin", "compose.notices.unmute", "dialogs.unmute", "dialogs.unmutedTopic"],
      ...["dialogs.historyEdited", "dialogs.unstar", "keys.actions.muteTopic", "keys.actions.toggleFirstReaction"],
      ...["nav.recent", "people.unmuted", "search.filter.dmIncluding", "channelSettings.unarchived"],
      ...["channelFolders.restore", "groups.about", "groups.channelPermissions.can_resolve_topics_group"],
      ...["organizationPermissions.histories.all", "organizationProfile.about", "loginSecurity.unlink"],
      ...["loginSecurity.unlinkQuestion", "mutedUsers.unmute", "settings.sections.preferences"],
      ...["topicSettings.policies.2"],
    ],
  },
  es: {
    shared: "Bot Bots Color Ctrl Email Emoji Gateway General no Normal Personal Push",
    long: [],
  },
  fr: {
    shared:
      "Actions Assistants Bot Bots Branches Code Compact Ctrl Date Description Email Expiration Emoji Gateway image Images Invitations Mentions " +
      "Message message Messages Minutes Navigation Normal Note Notifications Olive Options Orange Page Public Push Question Rose Secret " +
      "Sections Service Signature Suggestions Turquoise Type Version Violet vote votes",
    long: ["dialogs.star", "keys.actions.star"],
  },
  ar: {
    shared: "Ctrl Shift Home End Gateway Email recovery codes txt Page Up Down",
    long: [],
  },
  ja: {
    shared: "Ctrl Shift Home End Gateway Email recovery codes txt",
    long: [],
  },
};

/** True for webhook templates, which are code rather than language. */
export const isCode = (text: string): boolean => /\{[{%#]/.test(text);

/** True if a translation can be the same as the English text. */
export const sameAsEnglish = (language: string, text: string): boolean =>
  isCode(text) ||
  (text.match(/\p{L}+/gu) ?? []).every(
    (word) => NAMES.has(word) || exceptions[language]?.shared.split(" ").some((one) => capital(one) === capital(word)),
  );

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the maximum length of a label's translation. Sentences have no limit. */
export const longestFor = (english: string): number =>
  english.length > 30 || english.endsWith(".") ? Number.POSITIVE_INFINITY : english.length * 1.6 + 12;

/** True for labels whose translations may exceed the maximum length. */
export const isLongByNature = (language: string, path: string): boolean =>
  exceptions[language]?.long.includes(path) ?? false;
