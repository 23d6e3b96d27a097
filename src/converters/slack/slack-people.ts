import type { WrittenRow } from "../../archive-format/tables.ts";
import { Role } from "../../protocol/roles.ts";
import type { Conversion } from "../conversion.ts";
import { numberAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { contentTypeOf, type Files } from "../shared/files.ts";
import { Mentions, personName } from "../shared/names.ts";
import { resolveAddress, unusedOf } from "../shared/people-choices.ts";
import { undeliverable } from "../shared/undeliverable.ts";
import { cleanName } from "../text.ts";
import { writeRow } from "../write-row.ts";
import type { SlackEmoji } from "./slack-emoji.ts";
import type { SlackOnline } from "./slack-online.ts";
import { SlackProfiles } from "./slack-profiles.ts";
import { type Home, isStranger } from "./slack-teams.ts";

interface Person {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
}

/** An account for someone unlisted. Named by their id until a message contains their name. */
interface Placeholder extends Person {
  name: string;
  /** Name to use if the person never wrote a message. */
  label?: string;
  readonly isBot: boolean;
}

const MAX_WORD = 50;
const MAX_STATUS = 60;
const MAX_PICTURE = 10_000_000;
/** The user who writes as Slack itself. */
const SLACKBOT = "USLACKBOT";
/** Id that Slack uses for unknown users. */
const UNKNOWN_USER = "U00";

interface SlackSources {
  readonly emoji: SlackEmoji;
  readonly files: Files;
  readonly online: SlackOnline;
  readonly home: Home;
}

/** Accounts of the archive's users, and placeholders for senders that it doesn't list. */
export class SlackPeople {
  readonly #bySlackId = new Map<string, Person>();
  readonly #byBotId = new Map<string, Person>();
  readonly #byAddress = new Map<string, Person>();
  readonly #placeholders = new Map<string, Placeholder>();
  readonly #mentions = new Mentions();
  readonly #profiles: SlackProfiles;
  readonly #listed = new Set<string>();
  #count = 0;

  constructor(
    private readonly conversion: Conversion,
    private readonly sources: SlackSources,
  ) {
    this.#profiles = new SlackProfiles(conversion, sources.online);
  }

  /** Adds a user of the archive. Two users with the same address become one account. */
  async add(user: unknown, place: string): Promise<void> {
    const { report } = this.conversion;
    report.read("users");
    const slackId = textAt(user, "id");
    if (slackId === "" || slackId === UNKNOWN_USER || this.#bySlackId.has(slackId)) {
      return report.leftOut("users: without an id, or listed before", slackId || place);
    }
    const isSlackbot = slackId === SLACKBOT;
    const isBot = valueAt(user, "is_bot") === true || isSlackbot;
    const stranger = !isBot && isStranger(user, this.sources.home);
    const keys = [slackId, textAt(user, "name")].map((key) => key.toLowerCase());
    for (const key of keys) this.#listed.add(key);
    const told = this.sources.online.users.get(slackId);
    const own = textAt(user, "profile", "email") || textAt(told, "profile", "email");
    const handle = stranger || isBot ? "" : textAt(user, "name");
    const { address, name, isMade } = resolveAddress(this.conversion.people, { keys, own, handle });
    const twin = address === "" ? undefined : this.#byAddress.get(address);
    if (twin !== undefined && !isMade) {
      this.#know(slackId, user, twin);
      return report.leftOut("users: another one has the same address, and both are one account", slackId);
    }
    const hasAddress = address !== "" && twin === undefined;
    if (!hasAddress && !isBot) report.changed("users: without an email address, so no one can log in", slackId);
    const areGuests = this.conversion.people?.strangers === "guests";
    if (stranger)
      report.changed(`users: of another workspace, and ${areGuests ? "guests" : "deactivated accounts"} here`, slackId);
    const profile = (key: string) => textAt(user, "profile", key);
    const person = await this.#write({
      slackId,
      name: personName(name, profile("real_name"), textAt(user, "real_name"), textAt(user, "name"), slackId),
      address: hasAddress ? address : undeliverable("slack", slackId),
      role: stranger ? Role.guest : roleOf(user),
      isActive: valueAt(user, "deleted") !== true && !isSlackbot && (!stranger || areGuests),
      isBot,
      timezone: textAt(user, "tz"),
      more: { ...(await this.#avatar(user, slackId)), ...this.#status(user, slackId) },
    });
    if (person === undefined) return this.#profiles.leaveOut(user, slackId);
    if (hasAddress) this.#byAddress.set(address, person);
    this.#know(slackId, user, person);
    await this.#profiles.add(user, person.id, slackId);
  }

  async finish(): Promise<void> {
    for (const [key, { id, name: known, label = "", isBot }] of this.#placeholders) {
      const name = known === key ? personName(label, key) : known;
      const address = undeliverable("slack", key, id - 1);
      const more = { role: Role.member, isActive: false, timezone: "", more: {} };
      await this.#row(id, { slackId: key, name, address, isBot, ...more }, true);
    }
    await this.#profiles.finish();
    unusedOf(this.conversion, this.#listed);
  }

  bySlackId = (slackId: string): Person | undefined => this.#bySlackId.get(slackId) ?? this.#placeholders.get(slackId);

  /** Returns a mentioned person. Mentions in older messages have a label with the name. */
  mentioned(slackId: string, label: string): Person | undefined {
    const placeholder = this.#placeholders.get(slackId);
    if (placeholder !== undefined && label !== "") placeholder.label = label;
    return this.bySlackId(slackId);
  }

  /** Returns the person with an id. For an id that the export doesn't list, creates an account without a login. */
  knownOrPlaceholder(slackId: string): Person | undefined {
    if (slackId === "" || slackId === UNKNOWN_USER) return undefined;
    return this.bySlackId(slackId) ?? this.#unlisted(slackId);
  }

  mention = (person: Person): string =>
    this.#placeholders.get(person.name) === person ? `@**|${person.id}**` : this.#mentions.of(person);

  senderOf(message: unknown): Person | undefined {
    const user = textAt(message, "user");
    const bot = textAt(message, "bot_id");
    const known = this.#bySlackId.get(user) ?? this.#byBotId.get(bot);
    if (known !== undefined) return known;
    if (user !== "" && user !== UNKNOWN_USER) {
      const profile = (key: string) => textAt(message, "user_profile", key);
      return this.#unlisted(user, profile("real_name"), profile("display_name"), profile("name"));
    }
    const username = textAt(message, "username") || textAt(message, "bot_profile", "name");
    if (username !== "") return this.#placeholder(`bot ${username}`, personName(username), true);
    if (bot !== "") return this.#placeholder(`bot ${bot}`, personName(bot), true);
    return this.knownOrPlaceholder(textAt(message, "comment", "user") || textAt(message, "file", "user"));
  }

  #unlisted(slackId: string, ...names: readonly string[]): Person {
    const isSlackbot = slackId === SLACKBOT;
    return this.#placeholder(slackId, personName(...names, isSlackbot ? "Slackbot" : slackId), isSlackbot);
  }

  #placeholder(key: string, name: string, isBot = false): Person {
    const known = this.#placeholders.get(key);
    if (known !== undefined) {
      if (known.name === key && name !== key) {
        known.name = name;
        this.#mentions.add(name);
      }
      return known;
    }
    const { report } = this.conversion;
    report.read("users");
    this.#count += 1;
    const made = { id: this.#count, name, isActive: false, isBot };
    this.#placeholders.set(key, made);
    this.#mentions.add(name);
    report.changed("users: not listed, but in conversations; an account without a login stands for each", key);
    return made;
  }

  #know(slackId: string, user: unknown, person: Person): void {
    this.#bySlackId.set(slackId, person);
    const bot = textAt(user, "profile", "bot_id");
    if (bot !== "") this.#byBotId.set(bot, person);
  }

  async #write(account: Account): Promise<Person | undefined> {
    const person = { id: this.#count + 1, name: account.name, isActive: account.isActive };
    if (!(await this.#row(person.id, account, false))) return undefined;
    this.#count += 1;
    this.#mentions.add(account.name);
    return person;
  }

  #row(id: number, account: Account, is_placeholder: boolean): Promise<boolean> {
    const row = {
      id,
      delivery_email: account.address,
      full_name: account.name,
      role: account.role,
      is_active: account.isActive,
      bot_type: account.isBot ? 1 : null,
      timezone: cleanName(account.timezone, MAX_WORD),
      date_joined: this.conversion.now,
      is_placeholder,
      ...account.more,
    } as const;
    return writeRow(this.conversion, "users", { row, place: account.slackId });
  }

  /** Fetches a user's uploaded avatar, which archives only link to. */
  async #avatar(user: unknown, slackId: string): Promise<{ readonly avatar?: string }> {
    const { report, spool } = this.conversion;
    const address = textAt(user, "profile", "image_original");
    if (address === "") return {};
    report.read("avatars");
    const { api } = this.sources.online;
    const content = await api?.file(address, MAX_PICTURE, spool);
    if (typeof content !== "object") {
      report.leftOut(
        "avatars: not in the archive, which only links to them",
        content === undefined ? slackId : `${slackId}: ${content}`,
      );
      return {};
    }
    const content_type = contentTypeOf(address.replace(/\?.*$/, ""));
    const avatar = await this.sources.files.picture(content, "avatar", content_type);
    if (avatar === undefined) return {};
    report.wrote("avatars");
    return { avatar };
  }

  #status(user: unknown, slackId: string): Pick<WrittenRow<"users">, "status"> {
    const { report } = this.conversion;
    const name = textAt(user, "profile", "status_emoji").replace(/^:|:$/g, "");
    const text = cleanName(textAt(user, "profile", "status_text"), MAX_STATUS);
    if (name === "" && text === "") return {};
    report.read("statuses");
    const ends = numberAt(valueAt(user, "profile"), "status_expiration") ?? 0;
    const emoji = name === "" ? undefined : this.sources.emoji.of(name);
    const isUnknown = name !== "" && emoji === undefined;
    if (ends > 0 || (isUnknown && text === "")) {
      report.leftOut("statuses: only for a time, or with an emoji alone that is not in the archive", slackId);
      return {};
    }
    if (isUnknown) report.changed("statuses: without their emoji, which is not in the archive", slackId);
    report.wrote("statuses");
    return { status: { status_text: text, ...emoji } };
  }
}

interface Account {
  readonly slackId: string;
  readonly name: string;
  readonly address: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isBot: boolean;
  readonly timezone: string;
  readonly more: Pick<WrittenRow<"users">, "avatar" | "status">;
}

function roleOf(user: unknown): Role {
  const is = (key: string) => valueAt(user, key) === true;
  if (is("is_primary_owner") || is("is_owner")) return Role.owner;
  if (is("is_admin")) return Role.administrator;
  return is("is_restricted") || is("is_ultra_restricted") ? Role.guest : Role.member;
}
