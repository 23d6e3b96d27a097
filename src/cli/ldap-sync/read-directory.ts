import { type Entry, LdapConnection } from "./ldap/connection.ts";
import { bothOf, filterBytes } from "./ldap/filter.ts";
import { BY_DN, type DirectorySettings, FURTHER } from "./settings.ts";

const textsOf = ({ values }: Entry, attribute: string): string[] =>
  (values.get(attribute.toLowerCase()) ?? []).map((value) => value.toString("utf8").trim());

const firstOf = (entry: Entry, attributes: readonly string[] = []): string | undefined =>
  attributes.flatMap((attribute) => textsOf(entry, attribute)).find((value) => value !== "");

/** Returns an entry's id, which stays the same when the entry is renamed or moved. */
function idOf(entry: Entry, attribute: string): string {
  const [value] = entry.values.get(attribute.toLowerCase()) ?? [];
  if (value === undefined) return "";
  return attribute.toLowerCase() === "objectguid" && value.length === 16
    ? guidOf(value)
    : value.toString("utf8").trim();
}

/** Formats a GUID in Microsoft's byte order: the first three numbers are little-endian. */
function guidOf(bytes: Buffer): string {
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString("hex");
  const reversed = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse().toString("hex");
  return [reversed(0, 4), reversed(4, 6), reversed(6, 8), hex(8, 10), hex(10, 16)].join("-");
}

/** Normalizes an entry's name for comparison. */
const dnKey = (dn: string): string =>
  dn
    .replace(/\\([\da-f]{2}|.)/gi, (_, escaped: string) =>
      escaped.length === 2 ? `\\${escaped}` : `\\${Buffer.from(escaped).toString("hex")}`,
    )
    .replace(/\s*([,=+])\s*/g, "$1")
    .toLowerCase();

export interface Person {
  readonly externalId: string;
  readonly userName: string;
  readonly email: string;
  /** Undefined if the directory has no name for the user. The account then keeps its current name. */
  readonly name: string | undefined;
  readonly active: boolean;
  readonly further: Readonly<Partial<Record<(typeof FURTHER)[number], string>>>;
}

export interface Group {
  readonly externalId: string;
  readonly name: string;
  readonly people: readonly string[];
  readonly groups: readonly string[];
}

export interface Directory {
  readonly people: readonly Person[];
  /** Undefined if groups aren't synchronized. */
  readonly groups: readonly Group[] | undefined;
  /** Ids of entries that lack fields required for an account. Their accounts stay unchanged. */
  readonly incomplete: ReadonlySet<string>;
  /** Messages about skipped entries. */
  readonly notes: readonly string[];
}

/** Reads a whole directory. Throws instead of skipping anyone, because skipped users would count as deleted. */
export async function readDirectory(settings: DirectorySettings): Promise<Directory> {
  const { ldap, users, groups } = settings;
  const connection = await LdapConnection.open(ldap);
  try {
    if (ldap.account !== undefined) await connection.bind(ldap.account.dn, ldap.account.password);
    const reader = new Reader(connection, ldap.pageSize);
    const { people, incomplete, notes, idOfMember } = await readPeople(reader, users, groups?.member_is ?? BY_DN);
    const found = groups && (await readGroups(reader, groups, idOfMember));
    return { people, incomplete, groups: found?.groups, notes: [...notes, ...(found?.notes ?? [])] };
  } finally {
    connection.close();
  }
}

class Reader {
  readonly #connection: LdapConnection;
  readonly #pageSize: number;

  constructor(connection: LdapConnection, pageSize: number) {
    this.#connection = connection;
    this.#pageSize = pageSize;
  }

  entries(base: string, filter: Buffer, attributes: readonly string[]): AsyncGenerator<Entry> {
    return this.#connection.search({ base, scope: "sub", filter, attributes }, this.#pageSize);
  }

  /**
   * Returns all values of an attribute. Active Directory returns large attributes in parts, such as
   * `member;range=0-1499`, each on a separate request.
   */
  async valuesOf(entry: Entry, attribute: string): Promise<string[]> {
    const found = textsOf(entry, attribute);
    for (let part = partOf(entry, attribute); part !== undefined; ) {
      found.push(...part.values);
      if (part.next === undefined) break;
      const search = { base: entry.dn, scope: "base", filter: filterBytes("(objectClass=*)") } as const;
      const wanted = [`${attribute};range=${part.next}-*`];
      part = undefined;
      for await (const again of this.#connection.search({ ...search, attributes: wanted }, this.#pageSize))
        part = partOf(again, attribute);
    }
    return found;
  }
}

function partOf({ values }: Entry, attribute: string) {
  const prefix = `${attribute.toLowerCase()};range=`;
  const [name = "", part = []] = [...values].find(([key]) => key.startsWith(prefix)) ?? [];
  if (name === "") return undefined;
  const last = name.slice(name.lastIndexOf("-") + 1);
  return { values: part.map(String), next: last === "*" ? undefined : Number(last) + 1 };
}

/** Returns the users, and a lookup that finds them by values of group members. */
async function readPeople(reader: Reader, users: DirectorySettings["users"], memberIs: string) {
  const disabled = new Set<string>();
  for await (const entry of reader.entries(users.base, bothOf(users.filter, users.disabled), [users.id]))
    disabled.add(idOf(entry, users.id));

  const [entries, notes]: [Entry[], string[]] = [[], []];
  const ofMember = memberIs === BY_DN ? [] : [memberIs];
  const further = FURTHER.flatMap((name) => users[name] ?? []);
  const wanted = [users.id, users.user_name, users.email, users.name, further, ofMember].flat();
  for await (const entry of reader.entries(users.base, users.filter, [...new Set(wanted)])) {
    if (idOf(entry, users.id) !== "") entries.push(entry);
    else notes.push(`left out: ${entry.dn} has no ${users.id}, or none that this account can read`);
  }

  const byDn = new Map(entries.map((entry) => [dnKey(entry.dn), idOf(entry, users.id)]));
  const [people, incomplete]: [Person[], Set<string>] = [[], new Set()];
  for (const entry of entries) {
    const externalId = idOf(entry, users.id);
    const [userName, email] = [firstOf(entry, users.user_name), firstOf(entry, users.email)];
    if (userName === undefined || email === undefined) {
      incomplete.add(externalId);
      const missing = (userName === undefined ? users.user_name : users.email).join(" or ");
      notes.push(`left as it is: ${entry.dn} has no ${missing}`);
      continue;
    }
    const values = FURTHER.flatMap((name) => {
      const value = firstOf(entry, users[name]);
      const told = name === "manager" && value !== undefined ? byDn.get(dnKey(value)) : value;
      return told === undefined ? [] : [[name, told]];
    });
    people.push({
      ...{ externalId, userName, email, name: firstOf(entry, users.name), active: !disabled.has(externalId) },
      further: Object.fromEntries(values),
    });
  }
  const byValue = new Map(
    entries.flatMap((entry) =>
      ofMember.flatMap((name) => textsOf(entry, name)).map((value) => [value, entry] as const),
    ),
  );
  const idOfMember = (member: string): string | undefined => {
    const entry = byValue.get(member);
    return memberIs === BY_DN ? byDn.get(dnKey(member)) : entry && idOf(entry, users.id);
  };
  return { people, incomplete, notes, idOfMember };
}

async function readGroups(
  reader: Reader,
  groups: NonNullable<DirectorySettings["groups"]>,
  idOfMember: (member: string) => string | undefined,
): Promise<{ groups: Group[]; notes: string[] }> {
  const [entries, notes]: [Entry[], string[]] = [[], []];
  const wanted = [groups.id, groups.name, groups.member].flat();
  for await (const entry of reader.entries(groups.base, groups.filter, wanted)) {
    const isWhole = idOf(entry, groups.id) !== "" && firstOf(entry, groups.name) !== undefined;
    if (isWhole) entries.push(entry);
    else notes.push(`left out: ${entry.dn} has no ${groups.id} or no ${groups.name.join(" or ")}`);
  }
  const byDn = new Map(entries.map((entry) => [dnKey(entry.dn), idOf(entry, groups.id)]));
  const found: Group[] = [];
  for (const entry of entries) {
    const members = await reader.valuesOf(entry, groups.member);
    found.push({
      ...{ externalId: idOf(entry, groups.id), name: firstOf(entry, groups.name) ?? "" },
      people: [...new Set(members.flatMap((member) => idOfMember(member) ?? []))],
      groups: [...new Set(members.flatMap((member) => byDn.get(dnKey(member)) ?? []))],
    });
  }
  const { groups: nested, cut } = withoutCycles(found);
  return { groups: nested, notes: [...notes, ...cut.map((line) => `left out: ${line}`)] };
}

/** Breaks cycles in group membership: Active Directory allows them, Parley doesn't. */
function withoutCycles(groups: readonly Group[]): { groups: Group[]; cut: string[] } {
  const byId = new Map(groups.map((group) => [group.externalId, group]));
  const [done, around]: [Map<string, Group>, Set<string>] = [new Map(), new Set()];
  const cut: string[] = [];
  const visit = (group: Group): void => {
    if (done.has(group.externalId)) return;
    around.add(group.externalId);
    const inner = group.groups.flatMap((id) => byId.get(id) ?? []);
    for (const one of inner) {
      if (around.has(one.externalId)) cut.push(`${one.name} as a member of ${group.name}, which is within it`);
      else visit(one);
    }
    around.delete(group.externalId);
    done.set(group.externalId, {
      ...group,
      groups: inner.map((one) => one.externalId).filter((id) => done.has(id) && id !== group.externalId),
    });
  };
  for (const group of groups) visit(group);
  return { groups: groups.map((group) => done.get(group.externalId) ?? group), cut };
}
