import { Role } from "../../protocol/roles.ts";
import { Mentions, personName } from "../chat/names.ts";
import type { Conversion } from "../conversion.ts";
import { textAt, valueAt } from "../text/loose-json.ts";
import { cleanName } from "../text.ts";
import { writeRow } from "../write-row.ts";

interface Person {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
}

/** Profile fields that every account of Slack has, by the key in its profile. */
const FIELDS = [
  { id: 1, key: "title", name: "Title" },
  { id: 2, key: "phone", name: "Phone" },
] as const;
const MOST_VALUE = 50;
/** Who writes as Slack itself. */
const SLACKBOT = "USLACKBOT";
/** Stands where Slack knows of nobody. */
const NOBODY = "U00";

/** The accounts: those of the archive, and placeholders for senders that it does not list. */
export class SlackPeople {
  readonly #bySlackId = new Map<string, Person>();
  readonly #byBotId = new Map<string, Person>();
  readonly #byAddress = new Map<string, Person>();
  readonly #placeholders = new Map<string, Person>();
  readonly #mentions = new Mentions();
  readonly #fieldsInUse = new Set<number>();
  #count = 0;

  constructor(private readonly conversion: Conversion) {}

  /** Takes a user of the archive. Two with one address become one account. */
  async add(user: unknown, place: string): Promise<void> {
    const { report } = this.conversion;
    report.read("users");
    const slackId = textAt(user, "id");
    if (slackId === "" || slackId === NOBODY || this.#bySlackId.has(slackId)) {
      return report.leftOut("users: without an id, or listed before", place);
    }
    const address = textAt(user, "profile", "email").trim().toLowerCase();
    const twin = address === "" ? undefined : this.#byAddress.get(address);
    if (twin !== undefined) {
      this.#know(slackId, user, twin);
      return report.leftOut("users: another one has the same address, and both are one account", slackId);
    }
    const isBot = valueAt(user, "is_bot") === true || slackId === SLACKBOT;
    if (address === "" && !isBot) report.leftOut("users: without an address, so that nobody can log in", slackId);
    const name = personName(
      textAt(user, "profile", "real_name"),
      textAt(user, "real_name"),
      textAt(user, "name"),
      slackId,
    );
    const person = await this.#write({
      name,
      address: address || undeliverable(slackId),
      role: roleOf(user),
      isActive: valueAt(user, "deleted") !== true,
      isBot,
      timezone: textAt(user, "tz"),
    });
    if (person === undefined) return;
    if (address !== "") this.#byAddress.set(address, person);
    this.#know(slackId, user, person);
    await this.#writeProfile(user, person);
  }

  /** The rows that follow from all accounts. */
  async finish(): Promise<void> {
    for (const { id, name } of FIELDS) {
      if (this.#fieldsInUse.has(id))
        await this.conversion.writer.row("profile_fields", { id, name, type: 1, order: id });
    }
  }

  bySlackId = (slackId: string): Person | undefined => this.#bySlackId.get(slackId);

  mention = (person: Person): string => this.#mentions.of(person);

  /** Who has sent a message; undefined where nobody can be named. */
  async senderOf(message: unknown): Promise<Person | undefined> {
    const user = textAt(message, "user");
    const bot = textAt(message, "bot_id");
    const known = this.#bySlackId.get(user) ?? this.#byBotId.get(bot);
    if (known !== undefined) return known;
    if (user !== "" && user !== NOBODY) {
      const profile = (key: string) => textAt(message, "user_profile", key);
      return this.#placeholder(user, personName(profile("real_name"), profile("display_name"), profile("name"), user));
    }
    const username = textAt(message, "username");
    if (username !== "") return this.#placeholder(`bot ${username}`, personName(username), true);
    const owner = textAt(message, "file", "user");
    return owner === "" ? undefined : this.#bySlackId.get(owner);
  }

  async #placeholder(key: string, name: string, isBot = false): Promise<Person | undefined> {
    const known = this.#placeholders.get(key);
    if (known !== undefined) return known;
    const address = undeliverable(`${key}-${this.#count}`);
    const made = await this.#write({ name, address, role: Role.member, isActive: false, isBot, timezone: "" }, true);
    if (made === undefined) return undefined;
    this.#placeholders.set(key, made);
    this.conversion.report.leftOut(
      "users: not listed, but has sent messages; an account without a login stands for it",
      key,
    );
    return made;
  }

  #know(slackId: string, user: unknown, person: Person): void {
    this.#bySlackId.set(slackId, person);
    const bot = textAt(user, "profile", "bot_id");
    if (bot !== "") this.#byBotId.set(bot, person);
  }

  async #write(account: Account, is_placeholder = false): Promise<Person | undefined> {
    const person = { id: this.#count + 1, name: account.name, isActive: account.isActive };
    const row = {
      id: person.id,
      delivery_email: account.address,
      full_name: account.name,
      role: account.role,
      is_active: account.isActive,
      bot_type: account.isBot ? 1 : null,
      timezone: cleanName(account.timezone, MOST_VALUE),
      date_joined: this.conversion.now,
      is_placeholder,
    } as const;
    if (!(await writeRow(this.conversion, "users", { row, place: account.address }))) return undefined;
    this.#count += 1;
    this.#mentions.add(account.name);
    return person;
  }

  async #writeProfile(user: unknown, { id: user_id }: Person): Promise<void> {
    for (const { id: field_id, key } of FIELDS) {
      const value = cleanName(textAt(user, "profile", key), MOST_VALUE);
      if (value === "") continue;
      this.#fieldsInUse.add(field_id);
      await this.conversion.writer.row("profile_values", { user_id, field_id, value });
    }
  }
}

interface Account {
  readonly name: string;
  readonly address: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isBot: boolean;
  readonly timezone: string;
}

/** An address that no mail can ever be sent to (RFC 2606). */
const undeliverable = (id: string): string =>
  `slack-${id
    .replace(/[^\w-]+/g, "-")
    .toLowerCase()
    .slice(0, 50)}@import.invalid`;

function roleOf(user: unknown): Role {
  const is = (key: string) => valueAt(user, key) === true;
  if (is("is_primary_owner") || is("is_owner")) return Role.owner;
  if (is("is_admin")) return Role.administrator;
  return is("is_restricted") || is("is_ultra_restricted") ? Role.guest : Role.member;
}
