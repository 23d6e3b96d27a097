import { expect, test } from "vitest";
import { type Operation, operationsOf, type Request, request, send } from "./support/operations.ts";
import { ownerOf, Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { HOSTILE, sample } from "./support/samples.ts";
import { start } from "./support/server.ts";

const perOperation = Number(process.env.HOSTILE_REQUESTS ?? 24);
const seed = Number(process.env.HOSTILE_SEED ?? 1);

/** What would end the test itself, or tell nothing. */
const spared = [/^\/testing/, /^\/organizations$/, /^\/openapi/, /deactivate$/, /^\/users\/me\/api_key/];
/** A change of the own account that locks its person out of the rest. */
const suicidal = ({ method, path }: Operation) => method === "DELETE" && path === "/users/me";

const slowMs = 5000;

test(`hostile input, seed ${seed}: always a JSON answer, never the server's fault, never a hang`, {
  timeout: 600_000,
}, async () => {
  const random = new Random(seed);
  const server = await start({ args: ["--rate-limits", "off", "--dev-login"] });
  const owner = await ownerOf(server);
  const people = [
    owner,
    await owner.invite("Adam", 200),
    await owner.invite("Mel"),
    await owner.invite("Gus", 600),
    new Person(server.url, "", ""),
    new Person(server.url, owner.email, "x".repeat(32)),
  ];
  const operations = (await operationsOf(owner)).filter(
    (operation) => !suicidal(operation) && !spared.some((path) => path.test(operation.path)),
  );
  const offences: unknown[] = [];
  let accepted = 0;
  const requests = operations.flatMap((operation) =>
    Array.from({ length: perOperation }, (_, index) => hostile(operation, random, index)),
  );
  const work = requests.values();
  const sendThem = async () => {
    for (const each of work) {
      const person = random.pick(people);
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
  expect(accepted).toBeGreaterThan(requests.length / 50);
  expect(await server.healthy()).toBe(true);
});

/** Plausible fields, of which one or more are as no client sends them. */
function hostile(operation: Operation, random: Random, index: number): Request {
  const { variables, fields } = operation;
  const values = new Map<string, string>();
  for (const { name, required, schema } of fields) {
    if (required || random.below(3) === 0) values.set(name, textOf(sample(schema, random)));
  }
  const inPath = Object.fromEntries(variables.map(({ name, schema }) => [name, textOf(sample(schema, random))]));
  // The first few of each are plausible throughout, or lack something.
  const spoilt = index < 3 ? 0 : 1 + random.below(3);
  const names = [...fields, ...variables].map(({ name }) => name);
  for (let count = 0; count < spoilt && names.length > 0; count += 1) {
    const name = random.pick(names);
    if (name in inPath) inPath[name] = random.pick(HOSTILE).slice(0, 2000).toWellFormed() || "x";
    else values.set(name, random.pick(HOSTILE));
  }
  const pairs = [...values];
  if (random.below(6) === 0 && pairs.length > 0) pairs.push([random.pick(pairs)[0], random.pick(HOSTILE)]);
  if (random.below(6) === 0 && pairs.length > 0) pairs.splice(random.below(pairs.length), 1);
  if (random.below(6) === 0) pairs.push([random.pick(HOSTILE).slice(0, 100), random.pick(HOSTILE)]);
  // A poll that is in order waits, as it should.
  if (operation.path === "/events") pairs.push(["dont_block", "true"]);
  const isQuery = operation.method === "GET";
  return request(operation, inPath, isQuery ? pairs.map(([name, value]) => [name, value.slice(0, 2000)]) : pairs);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function isHonest({ status, body }: { status: number; body: unknown }): boolean {
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
