import { exports } from "cloudflare:workers";
import { everyChannel, writeChannel } from "../../src/features/channels/channels/channels.ts";
import { forgetAccount } from "../../src/features/organization/accounts/accounts.ts";
import { setFullName } from "../../src/features/organization/accounts/rows.ts";
import { toUserId } from "../../src/protocol/ids.ts";
import { count } from "./counts.ts";
import { giveTables } from "./given-tables.ts";
import { advanceClock, changeRealm } from "./object.ts";
import { type Fields, type Json, Person } from "./person.ts";

let made = 0;

/** Creates an organization for one test in one of the databases, and returns its owner. */
export async function organization(
  database: "DB" | "DB2" = "DB",
): Promise<{ host: string; owner: Person; reply: Json }> {
  made += 1;
  count("organizations");
  const subdomain = `t${made}-${crypto.randomUUID().slice(0, 8)}`;
  const host = `${subdomain}.localhost`;
  await giveTables(subdomain);
  const form = new URLSearchParams({
    name: "Test",
    subdomain,
    email: "iris@example.com",
    full_name: "Iris Owner",
    password: OWNER_PASSWORD,
    database,
  });
  const response = await exports.default.fetch("http://localhost/api/v1/organizations", { method: "POST", body: form });
  const reply: Json = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(reply));
  return { host, reply, owner: new Person(host, reply.email, reply.api_key, reply.user_id) };
}

/** Name and role of an additional account, each with a default. */
export interface NewPerson {
  readonly name?: string;
  readonly role?: 100 | 200 | 300 | 400 | 600;
}

export interface Cast {
  readonly host: string;
  readonly iris: Person;
  readonly omar: Person;
  readonly mona: Person;
  readonly noah: Person;
  readonly mia: Person;
  readonly gus: Person;
  /** Creates another account, a member by default. */
  readonly more: (account?: NewPerson) => Promise<Person>;
  readonly bot: (owner: Person, fields?: Fields) => Promise<Person>;
}

/**
 * Creates an organization for one test with its cast: iris (owner), omar (administrator), mona (moderator), noah and
 * mia (members) and gus (guest).
 */
export async function realm(database: "DB" | "DB2" = "DB"): Promise<Cast> {
  const { owner } = await organization(database);
  return castOf(owner);
}

/** Adds a cast to an organization. The mark makes the email addresses differ from those of other casts. */
async function castOf(iris: Person, mark = ""): Promise<Cast> {
  const { host } = iris;
  let count = 0;
  const more = async ({ name, role = 400 }: NewPerson = {}): Promise<Person> => {
    count += 1;
    const [person] = await join(iris, [
      { full_name: name ?? `Person ${count}`, email: `person${count}${mark}@example.com`, role },
    ]);
    return person as Person;
  };
  const named = (name: string, role: NonNullable<NewPerson["role"]>) => ({
    full_name: `${name} Example`,
    email: `${name.toLowerCase()}${mark}@example.com`,
    role,
  });
  const [omar, mona, noah, mia, gus] = (await join(iris, [
    named("Omar", 200),
    named("Mona", 300),
    named("Noah", 400),
    named("Mia", 400),
    named("Gus", 600),
  ])) as [Person, Person, Person, Person, Person];
  const bot = async (creator: Person, fields: Fields = {}) => {
    count += 1;
    const reply = await creator.ok(
      creator.post("/bots", { full_name: `Bot ${count}${mark}`, short_name: `bot${count}${mark}`, ...fields }),
    );
    return new Person(
      host,
      (await iris.ok(iris.get(`/users/${reply.user_id}`))).user.email,
      reply.api_key,
      reply.user_id,
    );
  };
  return { host, iris, omar, mona, noah, mia, gus, more, bot };
}

/**
 * Makes an organization once, for tests that leave nothing behind that others would notice. The clock advances by a
 * minute before each test, which resets the limits of calls per minute.
 */
export function shared<Of extends { readonly iris: Person }>(make: () => Promise<Of>): () => Promise<Of> {
  let made: Promise<Of> | undefined;
  return async () => {
    made ??= make();
    const cast = await made;
    await advanceClock(cast.iris, 61_000);
    return cast;
  };
}

/**
 * Creates an organization once, with the same owner but an otherwise new cast for each test. Users and channels of
 * earlier tests are renamed, so that the next test can use their names.
 */
export function casts(): () => Promise<Cast> {
  const organizationOf = shared(async () => ({ iris: (await organization()).owner }));
  let count = 0;
  let earlier: readonly Person[] = [];
  return async () => {
    const { iris } = await organizationOf();
    await changeRealm(iris, (inside) => {
      for (const { id, is_default } of everyChannel(inside))
        if (!is_default) writeChannel(inside, { id }, { name: `of an earlier test ${id}` });
      for (const id of earlier.map((person) => toUserId(person.id))) {
        setFullName.run(inside.sql, { id, full_name: `Of an earlier test ${id}` });
        forgetAccount(inside, id);
      }
    });
    count += 1;
    const cast = await castOf(iris, `-${count}`);
    earlier = [cast.omar, cast.mona, cast.noah, cast.mia, cast.gus];
    return cast;
  };
}

export const OWNER_PASSWORD = "correct horse";
/** Password of everyone except the owner. */
export const PASSWORD = "correct horse battery";

/** Creates several accounts at once through a test endpoint. */
async function join(
  by: Person,
  users: readonly { full_name: string; email: string; role: number }[],
): Promise<Person[]> {
  const { keys } = await by.ok(by.post("/testing/users", { users, password: PASSWORD }));
  return users.map(({ email }, index) => new Person(by.host, email, keys[index].api_key, keys[index].user_id));
}
