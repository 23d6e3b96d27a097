import { expect, test } from "vitest";
import { type Operation, operationsOf, type Request, request, send, spoilsTests } from "./support/operations.ts";
import { ownerOf, Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { unusual, usual } from "./support/samples.ts";
import { start } from "./support/server.ts";

// For longer: HOSTILE_REQUESTS=300 HOSTILE_SEED=7 npx vitest run --config vitest.process.config.ts test/process/hostile.test.ts
const perOperation = Number(process.env.HOSTILE_REQUESTS ?? 12);
const seed = Number(process.env.HOSTILE_SEED ?? 1);

/** What takes an account away from the person who is to go on with it. */
const takesAway = ({ method, path, fields }: Request, people: readonly Person[]) =>
  method !== "GET" &&
  (people.some(({ id }) => path === `/users/${id}`) ||
    path.startsWith("/users/me/api_keys/") ||
    (path.startsWith("/settings") && fields.some(([name]) => name === "email")));

const slowMs = 5000;

test(`hostile input, seed ${seed}: always a JSON answer, never the server's fault, never a hang`, {
  timeout: 600_000,
}, async () => {
  const random = new Random(seed);
  const server = await start({ args: ["--rate-limits", "off", "--dev-login"] });
  const owner = await ownerOf(server);
  const people = [owner, await owner.invite("Adam", 200), await owner.invite("Mel"), await owner.invite("Gus", 600)];
  const strangers = [new Person(server.url, "", ""), new Person(server.url, owner.email, "x".repeat(32))];
  await furnish(owner, people);
  const operations = (await operationsOf(owner)).filter((operation) => !spoilsTests(operation));
  const offences: unknown[] = [];
  let accepted = 0;
  const calls = operations
    .flatMap((operation) => Array.from({ length: perOperation }, (_, index) => hostile(operation, random, index)))
    .filter((each) => !takesAway(each, people))
    .map((each) => ({ each, person: random.pick(random.below(10) > 0 ? people : strangers) }));
  const work = calls.values();
  const sendThem = async () => {
    for (const { each, person } of work) {
      const began = Date.now();
      const reply = await send(person, each).catch((error: unknown) => ({ status: 0, body: String(error) }));
      const ms = Date.now() - began;
      if (reply.status === 200) accepted += 1;
      if (!isHonest(reply) || ms > slowMs) offences.push({ ...brief(each), by: person.email, ms, ...reply });
    }
  };
  await Promise.all(Array.from({ length: 8 }, sendThem));
  expect(offences).toEqual([]);
  expect(server.output).not.toContain('"level":"error"');
  // Not all of it may be refused at the door.
  expect(accepted).toBeGreaterThan(calls.length / 10);
  expect(await server.healthy()).toBe(true);
});

/** Something to reach for each kind of id. */
async function furnish(owner: Person, people: readonly Person[]): Promise<void> {
  for (const name of ["Bo", "Cy", "Di"]) await owner.invite(name);
  for (const name of ["harbour", "pier", "quay"]) await owner.channel(name, people);
  await owner.channel("cellar", people.slice(0, 2), { invite_only: true });
  for (const to of ["general", "harbour", "cellar"]) {
    await owner.ok(owner.post("/messages", { type: "channel", to, topic: "tides", content: "High water at **nine**" }));
  }
  for (const { id } of people) await owner.ok(owner.post("/messages", { type: "direct", to: [id], content: "Hello" }));
}

/** A request as a client sends it, but for one or more of its fields. */
function hostile({ method, path, variables, fields }: Operation, random: Random, index: number): Request {
  const values = new Map<string, string>();
  const some = fields.filter(({ required }) => required || random.below(fields.length) < 2);
  for (const { name, schema } of some) values.set(name, usual(name, schema, random));
  const inPath = new Map(variables.map(({ name, schema }) => [name, usual(name, schema, random)]));
  // A third is in order, to get at what lies behind the first checks.
  const spoilt = index % 3 === 0 ? 0 : 1 + random.below(2);
  for (let count = 0; count < spoilt; count += 1) {
    const all = [...fields, ...(random.below(3) === 0 ? variables : [])];
    if (all.length === 0) break;
    const { name, schema } = random.pick(all);
    (inPath.has(name) ? inPath : values).set(name, unusual(name, schema, random));
  }
  const pairs = [...values];
  if (spoilt > 0 && pairs.length > 0) {
    const [name] = random.pick(pairs);
    if (random.below(8) === 0) pairs.push([name, unusual(name, {}, random)]);
    if (random.below(8) === 0) pairs.splice(random.below(pairs.length), 1);
    if (random.below(8) === 0) pairs.push([unusual("", {}, random).slice(0, 100), ""]);
  }
  // A poll that is in order waits, as it should.
  if (path === "/events") pairs.push(["dont_block", "true"]);
  const most = method === "GET" ? 2000 : Number.POSITIVE_INFINITY;
  return request(
    { method, path },
    Object.fromEntries([...inPath].map(([name, value]) => [name, value.slice(0, 2000).toWellFormed() || "x"])),
    pairs.map(([name, value]) => [name, value.slice(0, most)]),
  );
}

function isHonest({ status, body }: { status: number; body: unknown }): boolean {
  if (status === 302) return body === null;
  if (typeof body !== "object" || body === null) return false;
  const { result, msg, code } = body as Record<string, unknown>;
  if (status === 200) return result === "success" && typeof msg === "string";
  return status >= 400 && status < 500 && result === "error" && typeof msg === "string" && typeof code === "string";
}

/** Few enough characters to be read in a report of the test. */
function brief({ method, path, fields }: Request) {
  const cut = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}… (${text.length})` : text);
  return { method, path: cut(path), fields: fields.map(([name, value]) => `${cut(name)}=${cut(value)}`) };
}
