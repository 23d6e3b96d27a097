import { Role } from "../../protocol/roles.ts";
import { contentTypeOf, type Files } from "../chat/files.ts";
import { Mentions, personName } from "../chat/names.ts";
import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt, valueAt } from "../text/loose-json.ts";
import { cleanName } from "../text.ts";
import { writeRow } from "../write-row.ts";

interface Person {
  readonly id: number;
  readonly name: string;
}

/** A channel that somebody is in, with what they have set for it. */
interface Membership {
  readonly user_id: number;
  readonly channel: string;
  readonly pin_to_top: boolean;
  readonly is_muted: boolean;
}

const POSITION = 1;
const MOST_POSITION = 50;

/** The accounts. They are gathered first, since who is an owner depends on all of them. */
export class MattermostPeople {
  readonly #users: { readonly user: unknown; readonly isBot: boolean; readonly place: string }[] = [];
  readonly #byName = new Map<string, Person>();
  readonly #placeholders = new Map<string, Person>();
  readonly #mentions = new Mentions();
  #count = 0;

  constructor(private readonly conversion: Conversion) {}

  gather(user: unknown, place: string, isBot = false): void {
    this.conversion.report.read("users");
    this.#users.push({ user, isBot, place });
  }

  byName = (username: string): Person | undefined => this.#byName.get(username.toLowerCase());
  mention = (person: Person): string => this.#mentions.of(person);

  /** Writes the accounts, and returns who is in which channels of a team. */
  async write(team: string, files: Files): Promise<Membership[]> {
    const hasAdministrator = this.#users.some(({ user }) => rolesOf(user).includes("system_admin"));
    const memberships: Membership[] = [];
    const addresses = new Set<string>();
    let hasPosition = false;
    for (const { user, isBot, place } of this.#users) {
      const username = textAt(user, "username").trim().toLowerCase();
      const address = textAt(user, "email").trim().toLowerCase() || undeliverable(username);
      if (username === "" || this.#byName.has(username) || addresses.has(address)) {
        this.conversion.report.leftOut("users: without a name, or with a name or address of one before", place);
        continue;
      }
      const membership = listAt(user, "teams").find((one) => textAt(one, "name").toLowerCase() === team);
      const person = await this.#account({
        username,
        address,
        name: nameOf(user, username),
        role: roleOf(user, membership, hasAdministrator),
        is_active: (numberAt(user, "delete_at") ?? 0) === 0 && (isBot || membership !== undefined),
        isBot,
        avatar: await this.#picture(user, files),
      });
      if (person === undefined) continue;
      addresses.add(address);
      this.#byName.set(username, person);
      const position = cleanName(textAt(user, "position"), MOST_POSITION);
      if (position !== "") {
        hasPosition = true;
        const value = { user_id: person.id, field_id: POSITION, value: position };
        await this.conversion.writer.row("profile_values", value);
      }
      memberships.push(...listAt(membership, "channels").map((channel) => membershipOf(person, channel)));
    }
    const field = { id: POSITION, name: "Position", type: 1, order: 1 };
    if (hasPosition) await this.conversion.writer.row("profile_fields", field);
    return memberships;
  }

  /** Whoever has written something; an account without a login stands for a name that is not listed. */
  async author(username: string): Promise<Person | undefined> {
    const key = username.trim().toLowerCase();
    const known = this.#byName.get(key) ?? this.#placeholders.get(key);
    if (known !== undefined || key === "") return known;
    const address = undeliverable(`${key}-${this.#count}`);
    const facts = { username: key, address, name: personName(username), role: Role.member, is_active: false };
    const person = await this.#account({ ...facts, isBot: false, avatar: undefined }, true);
    if (person === undefined) return undefined;
    this.#placeholders.set(key, person);
    this.conversion.report.leftOut("users: not listed, but has written; an account without a login stands for it", key);
    return person;
  }

  async #account(account: Account, is_placeholder = false): Promise<Person | undefined> {
    const { address, name, role, is_active, isBot, avatar } = account;
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
      ...(avatar !== undefined && { avatar }),
    } as const;
    if (!(await writeRow(this.conversion, "users", { row, place: account.username }))) return undefined;
    this.#count += 1;
    this.#mentions.add(name);
    return person;
  }

  async #picture(user: unknown, files: Files): Promise<string | undefined> {
    const path = textAt(user, "profile_image");
    const member = path === "" ? undefined : files.memberOf(path);
    if (member === undefined) return undefined;
    const content_type = contentTypeOf(member);
    return files.picture(member, { name: "avatar", content_type, owner_id: null, created_at: this.conversion.now });
  }
}

interface Account {
  readonly username: string;
  readonly address: string;
  readonly name: string;
  readonly role: Role;
  readonly is_active: boolean;
  readonly isBot: boolean;
  readonly avatar: string | undefined;
}

const rolesOf = (of: unknown): string[] => textAt(of, "roles").split(/\s+/);

function roleOf(user: unknown, membership: unknown, hasAdministrator: boolean): Role {
  const roles = [...rolesOf(user), ...rolesOf(membership)];
  if (roles.includes("system_admin")) return Role.owner;
  if (roles.includes("team_admin")) return hasAdministrator ? Role.administrator : Role.owner;
  return roles.some((role) => role.endsWith("_guest")) ? Role.guest : Role.member;
}

const nameOf = (user: unknown, username: string): string =>
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
});

/** An address that no mail can ever be sent to (RFC 2606). */
const undeliverable = (username: string): string =>
  `mattermost-${username.replace(/[^\w.-]+/g, "-").slice(0, 50)}@import.invalid`;
