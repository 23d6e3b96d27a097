import * as v from "valibot";
import type { WrittenRow } from "../../archive-format/tables.ts";
import { languageSchema } from "../../protocol/language.ts";
import { Role } from "../../protocol/roles.ts";
import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { contentTypeOf, type Files } from "../shared/files.ts";
import { Mentions, personName } from "../shared/names.ts";
import { resolveAddress, unusedOf } from "../shared/people-choices.ts";
import { undeliverable } from "../shared/undeliverable.ts";
import { emojiOfShortName } from "../short-names.ts";
import { cleanName } from "../text.ts";
import { writeRow } from "../write-row.ts";

interface Person {
  readonly id: number;
  readonly name: string;
}

interface Membership {
  readonly user_id: number;
  readonly channel: string;
  readonly pin_to_top: boolean;
  readonly is_muted: boolean;
  readonly isAdministrator: boolean;
}

const FIELDS = [
  { id: 1, key: "position", name: "Position" },
  { id: 2, key: "nickname", name: "Nickname" },
] as const;
const MAX_VALUE = 50;
const MAX_STATUS = 60;
/** Personal preferences that aren't imported, so people have to set them again. */
const PREFERENCES = ["theme", "notify_props", "use_military_time", "display_mode", "channel_display_mode"] as const;

/** The accounts, collected first because who becomes owner depends on all of them. */
export class MattermostPeople {
  readonly #users: { readonly user: unknown; readonly isBot: boolean; readonly place: string }[] = [];
  readonly #byName = new Map<string, Person>();
  readonly #placeholders = new Map<string, Person>();
  readonly #mentions = new Mentions();
  readonly #fieldsInUse = new Set<number>();
  #count = 0;

  constructor(private readonly conversion: Conversion) {}

  gather(user: unknown, place: string, isBot = false): void {
    this.conversion.report.read("users");
    this.#users.push({ user, isBot, place });
  }

  byName = (username: string): Person | undefined => this.#byName.get(username.toLowerCase());
  mention = (person: Person): string => this.#mentions.of(person);

  /** Writes the accounts, and returns the channel memberships of a team. */
  async write(team: string, files: Files): Promise<Membership[]> {
    const { report, people: choices } = this.conversion;
    const hasAdministrator = this.#users.some(({ user }) => rolesOf(user).includes("system_admin"));
    const memberships: Membership[] = [];
    const addresses = new Set<string>();
    // Bots must come after their owners.
    const ordered = [...this.#users.filter(({ isBot }) => !isBot), ...this.#users.filter(({ isBot }) => isBot)];
    for (const { user, isBot, place } of ordered) {
      const username = textAt(user, "username").trim().toLowerCase();
      const wanted = { keys: [username], own: textAt(user, "email"), handle: isBot ? "" : username };
      const told = resolveAddress(choices, wanted);
      if (
        username === "" ||
        this.#byName.has(username) ||
        (told.address !== "" && addresses.has(told.address) && !told.isMade)
      ) {
        report.leftOut("users: without a name, or with a name or address of one before", place);
        this.#leaveOutMemberships(user, place);
        continue;
      }
      const hasAddress = told.address !== "" && !addresses.has(told.address);
      if (!hasAddress && !isBot) report.changed("users: without an email address, so no one can log in", place);
      const membership = listAt(user, "teams").find((one) => textAt(one, "name").toLowerCase() === team);
      const owner = this.byName(textAt(user, "owner"));
      if (isBot && owner === undefined) report.changed("users: bots whose owner is not listed", place);
      const person = await this.#account({
        username,
        address: hasAddress ? told.address : undeliverable("mattermost", username),
        name: told.name === "" ? userFullName(user, username) : personName(told.name, username),
        role: roleOf(user, membership, hasAdministrator),
        is_active: (numberAt(user, "delete_at") ?? 0) === 0 && (isBot || membership !== undefined),
        isBot,
        more: {
          ...(isBot && owner !== undefined && { bot_owner_id: owner.id }),
          ...(await this.#picture(user, files, place)),
          ...this.#status(user, place),
          ...languageOf(user),
        },
      });
      if (person === undefined) {
        this.#leaveOutMemberships(user, place);
        continue;
      }
      if (membership === undefined && !isBot)
        report.changed("users: of other teams alone, so that the account is deactivated", place);
      if (PREFERENCES.some((key) => valueAt(user, key) !== undefined))
        report.changed("users: without their preferences, such as of notifications", place);
      if (hasAddress) addresses.add(told.address);
      this.#byName.set(username, person);
      await this.#profile(user, person);
      for (const one of listAt(user, "teams"))
        if (one !== membership) this.#leaveOutMemberships({ teams: [one] }, place);
      memberships.push(...listAt(membership, "channels").map((channel) => membershipOf(person, channel)));
      report.read("subscriptions", listAt(membership, "channels").length);
    }
    for (const { id, name } of FIELDS)
      if (this.#fieldsInUse.has(id))
        await this.conversion.writer.row("profile_fields", { id, name, type: 1, order: id });
    unusedOf(this.conversion, new Set(this.#byName.keys()));
    return memberships;
  }

  #leaveOutMemberships(user: unknown, place: string): void {
    const number = listAt(user, "teams").reduce<number>((sum, team) => sum + listAt(team, "channels").length, 0);
    this.conversion.report.skipped("subscriptions", "of another team, or of no one", place, number);
  }

  async #profile(user: unknown, { id: user_id, name }: Person): Promise<void> {
    for (const { id: field_id, key } of FIELDS) {
      const value = cleanName(textAt(user, key), MAX_VALUE);
      if (value === "" || value === name) continue;
      this.#fieldsInUse.add(field_id);
      this.conversion.report.read("profile_values");
      await writeRow(this.conversion, "profile_values", { row: { user_id, field_id, value }, place: name });
    }
  }

  /** Returns the person with a username, such as a post's author. An unlisted name gets an account without a login. */
  async author(username: string): Promise<Person | undefined> {
    const key = username.trim().toLowerCase();
    if (key === "") return undefined;
    return this.#byName.get(key) ?? (await this.#placeholder(key, personName(username), false));
  }

  /** Returns an account for posts that webhooks wrote under a name. */
  webhook = (name: string): Promise<Person | undefined> =>
    this.#placeholder(`bot ${name.toLowerCase()}`, personName(name), true);

  async #placeholder(key: string, name: string, isBot: boolean): Promise<Person | undefined> {
    const known = this.#placeholders.get(key);
    if (known !== undefined) return known;
    const address = undeliverable("mattermost", key, this.#count);
    this.conversion.report.read("users");
    const facts = { username: key, address, name, role: Role.member, is_active: false };
    const person = await this.#account({ ...facts, isBot, more: {} }, true);
    if (person === undefined) return undefined;
    this.#placeholders.set(key, person);
    this.conversion.report.changed("users: not listed, but has written; an account without a login stands for it", key);
    return person;
  }

  async #account(account: Account, is_placeholder = false): Promise<Person | undefined> {
    const { address, name, role, is_active, isBot, more } = account;
    const person = { id: this.#count + 1, name };
    const row = {
      id: person.id,
      delivery_email: address,
      full_name: name,
      role,
      is_active,
      bot_type: isBot ? 1 : null,
      date_joined: this.conversion.now,
      is_placeholder,
      ...more,
    } as const;
    if (!(await writeRow(this.conversion, "users", { row, place: account.username }))) return undefined;
    this.#count += 1;
    this.#mentions.add(name);
    return person;
  }

  async #picture(user: unknown, files: Files, place: string): Promise<{ readonly avatar?: string }> {
    const { report } = this.conversion;
    const path = textAt(user, "profile_image");
    if (path === "") return {};
    report.read("avatars");
    const member = files.memberOf(path);
    const avatar = member && (await files.picture(member, "avatar", contentTypeOf(path)));
    if (avatar === undefined) {
      report.leftOut("avatars: not in the archive, or damaged", place);
      return {};
    }
    report.wrote("avatars");
    return { avatar };
  }

  #status(user: unknown, place: string): Pick<WrittenRow<"users">, "status"> {
    const { report } = this.conversion;
    const status = valueAt(user, "custom_status");
    const name = textAt(status, "emoji");
    const text = cleanName(textAt(status, "text"), MAX_STATUS);
    if (name === "" && text === "") return {};
    report.read("statuses");
    const ends = textAt(status, "expires_at");
    const emoji = name === "" ? undefined : emojiOfShortName(name);
    if ((ends !== "" && !ends.startsWith("0001")) || (text === "" && emoji === undefined)) {
      report.leftOut("statuses: only for a time, or with an emoji of the server's own alone", place);
      return {};
    }
    if (name !== "" && emoji === undefined) report.changed("statuses: without an emoji of the server's own", place);
    report.wrote("statuses");
    return { status: { status_text: text, ...(emoji && { ...emoji, reaction_type: "unicode_emoji" }) } };
  }
}

interface Account {
  readonly username: string;
  readonly address: string;
  readonly name: string;
  readonly role: Role;
  readonly is_active: boolean;
  readonly isBot: boolean;
  readonly more: Partial<WrittenRow<"users">>;
}

function languageOf(user: unknown): Pick<WrittenRow<"users">, "settings" | "own_settings"> {
  const default_language = textAt(user, "locale");
  if (!v.is(languageSchema, default_language)) return {};
  return { settings: { default_language }, own_settings: ["default_language"] };
}

const rolesOf = (of: unknown): string[] => textAt(of, "roles").split(/\s+/);

function roleOf(user: unknown, membership: unknown, hasAdministrator: boolean): Role {
  const roles = [...rolesOf(user), ...rolesOf(membership)];
  if (roles.includes("system_admin")) return Role.owner;
  if (roles.includes("team_admin")) return hasAdministrator ? Role.administrator : Role.owner;
  return roles.some((role) => role.endsWith("_guest")) ? Role.guest : Role.member;
}

const userFullName = (user: unknown, username: string): string =>
  personName(
    `${textAt(user, "first_name")} ${textAt(user, "last_name")}`,
    textAt(user, "nickname"),
    textAt(user, "display_name"),
    username,
  );

const membershipOf = ({ id: user_id }: Person, channel: unknown): Membership => ({
  user_id,
  channel: textAt(channel, "name"),
  pin_to_top: valueAt(channel, "favorite") === true,
  is_muted: textAt(channel, "notify_props", "mark_unread") === "mention",
  isAdministrator: rolesOf(channel).includes("channel_admin"),
});
