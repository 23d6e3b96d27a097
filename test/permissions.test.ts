import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { auditActions } from "../src/features/trust/audit-log/actions.ts";
import { features } from "../src/features.ts";
import { checkDescribed } from "./clients/zulip-api.ts";
import { AUDITED, auditedBy, BY_OTHERS, isRecordedEachTime, recordedBy } from "./permissions/audited.ts";
import { MARKS, OPERATIONS, REFUSALS, SAMPLES } from "./permissions/operations.ts";
import { OF_NOBODY } from "./permissions/recorded.ts";
import { CERTAIN_CHANGES, CHANGES_OF_WAYS_IN, changedWays, readWays } from "./permissions/ways-in.ts";
import type { World } from "./permissions/world.ts";
import { makeChannel, type RealmWithCallers, realmWithCallers } from "./support/channels.ts";
import { logIn } from "./support/log-in.ts";
import { sendToChannel } from "./support/messages.ts";
import { advanceClock } from "./support/object.ts";
import { OWNER_PASSWORD, organization, shared } from "./support/organization.ts";
import { type Json, Person } from "./support/person.ts";
import { checkReplyForm } from "./support/reply-form.ts";

/** Callers by increasing permissions, so that an object one can't delete still exists for the next. */
const CALLERS = ["nobody", "outsider", "guest", "bot", "member", "moderator", "administrator", "owner"] as const;
type Caller = (typeof CALLERS)[number];

const documented = features.filter(({ name }) => name !== "testing");
/** Features whose operations end the organization or its people, make many bots, or require that no one has written. */
const NEEDS_OWN_WORLD = new Set(["administration", "accounts", "erasure", "hosted-bots", "imports"]);
const sharedWorld = shared(createWorld);
let other: ReturnType<typeof organization> | undefined;
const routesOf = ({ endpoints = [] }: (typeof features)[number]) =>
  endpoints.filter(({ internal }) => !internal).flatMap(({ route, aliases }) => [route, ...aliases]);

const expected = new Map(OPERATIONS.map(({ route, marks }) => [route, marks.split(" ")]));

test("[security 10.1] the table lists every operation exactly once", () => {
  const listed = OPERATIONS.map(({ route }) => route).sort();
  expect(listed, "test/permissions/operations has an operation(...) of each").toEqual(
    documented.flatMap(routesOf).sort(),
  );
  for (const [route, marks] of expected) expect(marks, route).toHaveLength(CALLERS.length);
});

test.each(documented.filter((each) => routesOf(each).length > 0).map((each) => [each.name, each] as const))(
  "[security 10.1] operations are allowed only for the listed callers: %s",
  async (_, each) => {
    const world = await (NEEDS_OWN_WORLD.has(each.name) ? createWorld() : sharedWorld());
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    const changes: Record<string, string[]> = {};
    const recorded: Record<string, { isDone: boolean; actions: string[] }> = {};
    for (const route of routesOf(each)) {
      const marks: string[] = [];
      for (const caller of CALLERS) {
        let before: Record<string, string> = {};
        const readBefore = async () => {
          if (caller === "owner") before = await readWays(world.iris);
        };
        const { mark, request } = await attempt(world, route, caller, readBefore);
        marks.push(mark);
        if (caller !== "owner") continue;
        changes[route] = changedWays(before, await readWays(world.iris));
        recorded[route] = { isDone: mark === "+", actions: await recordedBy(world.iris, request) };
      }
      found[route] = marks.join(" ");
      wanted[route] = expected.get(route)?.join(" ") ?? "";
    }
    expect(found, "test/permissions/operations says the outcome for each caller").toEqual(wanted);
    for (const route of routesOf(each)) {
      const listed = CHANGES_OF_WAYS_IN[route]?.split(", ") ?? [];
      expect(
        changes[route]?.filter((way) => !listed.includes(way)),
        route,
      ).toEqual([]);
      if (CERTAIN_CHANGES.includes(route)) expect(changes[route], route).toEqual(listed);
    }
    for (const [route, { isDone, actions }] of Object.entries(recorded)) {
      const allowed: readonly string[] = auditedBy(route);
      expect(
        actions.filter((action) => !allowed.includes(action)),
        `${route} records what it is not listed with`,
      ).toEqual([]);
      if (isDone && isRecordedEachTime(route)) expect(actions.length, `${route} records nothing`).toBeGreaterThan(0);
    }
  },
);

/** Reads that are recorded in the audit log. */
const RECORDED_READS = ["GET /audit_log", "GET /holds"];

test("[security 18.2] every endpoint that changes something lists its audit log actions, or a reason for none", () => {
  const changing = documented
    .flatMap(({ endpoints = [] }) => endpoints)
    .flatMap(({ route, aliases }) => [route, ...aliases])
    .filter((route) => !/^(GET|OPTIONS) /.test(route) || RECORDED_READS.includes(route));
  const listed = Object.keys(AUDITED).sort();
  expect(
    listed,
    "test/permissions/operations has a change(...) of each, test/permissions/audited.ts those of the Worker alone",
  ).toEqual([...new Set(changing)].sort());
  const ofAdministrators = documented
    .flatMap(({ endpoints = [] }) => endpoints)
    .filter(({ by }) => by === "administrator" || by === "owner")
    .flatMap(({ route, aliases }) => [route, ...aliases].map((one) => [one, AUDITED[one]] as const));
  expect(ofAdministrators.filter(([, why]) => typeof why === "string" && !OF_NOBODY.includes(why))).toEqual([]);
  const named = Object.keys(AUDITED).flatMap((route) => auditedBy(route));
  const unnamed = auditActions.filter((action) => !named.includes(action));
  expect(unnamed.sort()).toEqual([...BY_OTHERS].sort());
});

/** Operations that reject an API key because they need a recent login. */
const needRecentLogin = [...expected].flatMap(([route, marks]) => (marks.includes("f") ? [route] : []));

/** Other sensitive actions: exports reveal data, holds keep it, directories give people access. */
const OTHER_ACTS = [
  ...["POST /users/me/export", "POST /compliance_exports", "POST /compliance_exports/:export_id/confirm"],
  "DELETE /compliance_exports/:export_id",
  ...["POST /scim/connections", "PATCH /scim/connections/:connection_id", "DELETE /scim/connections/:connection_id"],
  ...["POST /scim/connections/:connection_id/tokens", "DELETE /scim/connections/:connection_id/tokens/:token_id"],
  ...["POST /holds", "PATCH /holds/:hold_id", "DELETE /holds/:hold_id"],
];

/** Lasting ways for data to leave, or for people to get access. */
const LASTING = [
  ...["POST /audit_log/tokens", "POST /audit_log/destination", "PATCH /audit_log/destination"],
  ...["PATCH /realm/allowed_networks", "DELETE /realm/logins"],
];

test("[security 9.1] every endpoint that needs a recent login is in the list of credential changes", () => {
  const known = [...Object.keys(CHANGES_OF_WAYS_IN), ...OTHER_ACTS, ...LASTING];
  expect(needRecentLogin.filter((route) => !known.includes(route))).toEqual([]);
});

test("[security 9.20] endpoints that export data or grant lasting access need a recent login", () => {
  expect(needRecentLogin).toEqual(expect.arrayContaining(LASTING));
});

test("[security 9.2] endpoints that need a recent login refuse a session only once it is too old", async () => {
  const world = await createWorld();
  const browser = await logIn(world.host, world.iris.email, OWNER_PASSWORD);
  const codesOf = async () => {
    const codes: Record<string, string> = {};
    for (const route of needRecentLogin) {
      const { path = {}, fields = {} } = (await SAMPLES[route]?.(world, world.iris)) ?? {};
      const [method = "", template = ""] = route.split(" ");
      const filled = template.replace(/:([a-z_]+)\+?/g, (_, name: string) => String(path[name]));
      codes[route] = (await browser.ask(method, filled, fields)).body.code ?? "done";
    }
    return Object.entries(codes).filter(([, code]) => code === "FRESH_LOGIN_REQUIRED");
  };
  expect(await codesOf()).toEqual([]);
  await advanceClock(world.iris, 16 * 60_000);
  expect((await codesOf()).map(([route]) => route)).toEqual(needRecentLogin);
});

async function createWorld(): Promise<World & { cast: RealmWithCallers }> {
  const cast = await realmWithCallers();
  const { iris, omar, mona, noah, mia, gus, by, host } = cast;
  const channel = await makeChannel(iris, "garden", [iris, omar, mona, noah, mia, gus, by.bot]);
  const message = () => sendToChannel(noah, channel, "tea", "Is there any?");
  return { cast, host, iris, noah, mia, channel, message, count: 0, newBot: (fields) => cast.bot(noah, fields) };
}

/** Operations that end the caller's account or key, so that each attempt needs a new account. */
const ENDS_CALLER = new Set([
  "DELETE /users/me",
  "POST /users/me/api_key/regenerate",
  "DELETE /users/me/api_keys",
  "DELETE /users/me/api_keys/:key_id",
]);
const ROLES = { guest: 600, member: 400, moderator: 300, administrator: 200, owner: 100 } as const;

async function callerFor({ cast }: { cast: RealmWithCallers }, route: string, caller: Caller): Promise<Person> {
  if (caller === "nobody") return new Person(cast.host, "", "");
  if (caller === "outsider") {
    other ??= organization();
    const { owner } = await other;
    return new Person(cast.host, owner.email, owner.key);
  }
  if (!ENDS_CALLER.has(route)) return cast.by[caller];
  return caller === "bot" ? cast.bot(cast.noah) : cast.more({ role: ROLES[caller] });
}

async function attempt(
  world: World & { cast: RealmWithCallers },
  route: string,
  caller: Caller,
  beforeCall: () => Promise<void>,
): Promise<{ readonly mark: string; readonly request: string }> {
  const who = await callerFor(world, route, caller);
  world.count += 1;
  const { path = {}, fields = {}, file, headers = {} } = (await SAMPLES[route]?.(world, who)) ?? {};
  const [method = "", template = ""] = route.split(" ");
  const filled = template.replace(/:([a-z_]+)\+?/g, (_, name: string) => String(path[name]));
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  if (file !== undefined) form.set("file", file);
  const query = method === "GET" ? `?${new URLSearchParams([...form] as [string, string][])}` : "";
  await beforeCall();
  const response = await exports.default.fetch(`http://${who.host}/api/v1${filled}${query}`, {
    method,
    redirect: "manual",
    headers: {
      Host: who.host,
      ...headers,
      ...(who.key !== "" && { Authorization: `Basic ${btoa(`${who.email}:${who.key}`)}` }),
    },
    ...(method !== "GET" && { body: form }),
  });
  const text = await response.text();
  const request = response.headers.get("X-Request-Id") ?? "";
  if (response.headers.get("Content-Type")?.includes("json")) {
    checkDescribed(`${method} ${filled}`, JSON.parse(text));
    checkReplyForm(`${method} ${filled}`, JSON.parse(text));
  }
  return { mark: response.status < 400 ? "+" : mark(response.status, JSON.parse(text)), request };
}

/** The mark of a refusal. An unexpected one, such as for a wrong sample, is returned as its code and message. */
function mark(status: number, { code, msg }: Json): string {
  const known = MARKS[`${status} ${code}`] ?? (code === "BAD_REQUEST" && status === 400 ? REFUSALS[msg] : undefined);
  return known ?? `${status}_${code}:_${msg}`.replaceAll(" ", "_");
}
