import * as v from "valibot";
import { action, edgeEndpoint, query } from "../../../api/endpoint.ts";
import { boolean, count, json, oneOf, optional, quotableText, text } from "../../../api/parameter.ts";
import { faults } from "../../../database/faults.ts";
import { keepState } from "../../../database/point-in-time.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { sized } from "../../../protocol/bounded.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { Role, roleSchema } from "../../../protocol/roles.ts";
import { objectStub } from "../../../rpc/object-stub.ts";
import { loseAtRelay } from "../../../rpc/relay-port.ts";
import { movableClock } from "../../../util/clock.ts";
import { milliseconds } from "../../../util/time.ts";
import { planPage } from "../../messages/core/fetch/page-plan.ts";
import { narrowSchema, pageQuery, parseRange, parseTerms } from "../../messages/core/narrow/index.ts";
import { destinationOf, renderChecked } from "../../messages/core/send/outgoing-message.ts";
import { postMessage } from "../../messages/core/send/post-message.ts";
import { createAccount } from "../../organization/account-actions/accounts.ts";
import { changeRole } from "../../organization/account-actions/roles.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf } from "../../organization/accounts/accounts.ts";
import { issueKey } from "../../organization/accounts/api-keys/api-keys.ts";
import { confirmAddress } from "../../organization/accounts/authentication/credentials.ts";
import { hashPassword } from "../../organization/accounts/authentication/password.ts";
import { rowCounts, rowsWritten } from "./compare-stores.ts";

/**
 * Moves the organization's clock forward. Timers that have become due run immediately. With `stop`, only such requests
 * move the clock from then on.
 */
const moveClockEndpoint = action({
  route: "POST /testing/clock",
  by: "anyone",
  evenDeactivated: true,
  limited: false,
  params: { advance_ms: optional(count, 0), stop: optional(boolean, false) },
  reply: { now: v.number() },
  run({ realm, params }) {
    const clock = movableClock(realm.id);
    if (params.stop) clock.stop();
    clock.advance(milliseconds(params.advance_ms));
    realm.timers.rearm();
    return { now: realm.clock.milliseconds() };
  },
});

/** Makes R2 misbehave for all organizations of the process. */
const breakFilesEndpoint = edgeEndpoint({
  route: "POST /testing/files",
  limited: false,
  params: { mode: oneOf("none", "refuse", "slow", "lie") },
  answer({ params }) {
    faults.files = params.mode;
    return {};
  },
});

/** Returns what the organization's changes have cost since its Durable Object was constructed. */
const inspectWorkEndpoint = action({
  route: "GET /testing/work",
  by: "anyone",
  limited: false,
  reply: { rows_written: v.number(), busy_ms: v.number() },
  run({ realm }) {
    return { rows_written: rowsWritten.one(realm.sql, {}).total, busy_ms: realm.stopwatch.ms };
  },
});

/** Saves the state of the organization's own database, so that it can be restored. Cloudflare does so continuously. */
const keepStateEndpoint = action({
  route: "POST /testing/states",
  by: "anyone",
  limited: false,
  reply: { bookmark: v.string() },
  run: ({ realm }) => ({ bookmark: keepState(realm.sql, realm.clock.milliseconds()) }),
});

/** Returns the SQL that GET /messages would run in D1, so that a benchmark can run it there without the server. */
const explainPageEndpoint = query({
  route: "GET /testing/statement",
  limited: false,
  params: {
    narrow: optional(json(narrowSchema), []),
    anchor: optional(quotableText("number")),
    num_before: optional(count),
    num_after: optional(count),
  },
  reply: { sql: v.string(), values: v.array(v.string()) },
  plan({ realm, actor, params: { narrow, anchor, num_before, num_after } }) {
    const range = { anchor, use_first_unread_anchor: undefined, include_anchor: undefined, message_ids: undefined };
    return planPage(realm, actor, parseTerms(narrow), parseRange({ ...range, num_before, num_after }));
  },
  answer({ bulk, plan }) {
    const { sql, values } = pageQuery(bulk.realm, plan.page, { directs: plan.context.directs, reactors: false }) ?? {
      sql: "SELECT 1",
      values: [],
    };
    return { sql, values: [...values] };
  },
});

/** Makes each write to any organization's own database fail with an error. Without `error`, writes work again. */
const breakStorageEndpoint = edgeEndpoint({
  route: "POST /testing/storage",
  limited: false,
  params: { error: optional(text("word")) },
  answer({ params }) {
    faults.own = params.error ?? null;
    return {};
  },
});

/**
 * Makes D1, or only one of its databases (`only`), misbehave for all organizations in the process: always, or for rows
 * that contain the text `disliked`.
 */
const breakDatabaseEndpoint = edgeEndpoint({
  route: "POST /testing/database",
  limited: false,
  params: {
    mode: oneOf("none", "refuse", "slow", "lie", "full"),
    only: optional(text("word")),
    disliked: optional(text("word")),
  },
  answer({ params }) {
    faults.database = params.mode;
    faults.only = params.only ?? null;
    faults.disliked = params.disliked ?? null;
    return {};
  },
});

const inspectObjectEndpoint = action({
  route: "GET /testing/object",
  by: "anyone",
  limited: false,
  reply: {
    /**
     * When the object was constructed, in milliseconds. A later time than in an earlier response means that the object
     * was evicted in between.
     */
    awake_since: v.number(),
    queues: v.number(),
    logged_events: v.number(),
    unshipped: v.boolean(),
    rows: v.record(v.string(), v.number()),
  },
  run({ realm }) {
    return {
      awake_since: realm.awakeSince,
      queues: realm.queues.size,
      logged_events: realm.queues.log.inMemory,
      unshipped: realm.shipper.lag.waiting,
      rows: rowCounts(realm.sql),
    };
  },
});

/**
 * Ends an organization's object or one of its relays, closing all its sockets, as Cloudflare can at any time. Or cuts
 * the connection between the two. Returns the number of streams that the relay had.
 */
const loseObjectsEndpoint = edgeEndpoint({
  route: "POST /testing/objects",
  limited: false,
  params: {
    what: oneOf("nothing", "link", "relay", "realm"),
    subdomain: optional(text("word")),
    relay: optional(text("word")),
  },
  reply: { streams: v.number() },
  async answer({ params: { what, subdomain = "", relay = "1" }, env, config }) {
    if (what !== "realm") return { streams: await loseAtRelay(env, config, { subdomain, relay, what }) };
    await (objectStub(env.REALM, subdomain || ".", config.place) as { lose(): Promise<void> }).lose();
    return { streams: 0 };
  },
});

const userSchema = v.object({ email: v.string(), full_name: v.string(), role: v.optional(roleSchema) });

/** Creates many accounts in one change, each with a key, and all with the same password or none. */
const fillUsersEndpoint = action({
  route: "POST /testing/users",
  by: "owner",
  limited: false,
  params: { users: json(sized(v.array(userSchema), limits.request.form_bytes)), password: optional(text("password")) },
  reply: { keys: v.array(v.object({ user_id: v.number(), api_key: v.string() })) },
  prepare: ({ params: { password }, ...worker }) =>
    password === undefined ? undefined : hashPassword(password, worker),
  run({ realm, params, prepared: passwordHash, request }) {
    const keys = params.users.map(({ email, full_name, role = Role.member }) => {
      const user = createAccount(realm, { delivery_email: email, full_name, role: Role.member, passwordHash });
      changeRole(realm, user, role);
      confirmAddress(realm, user);
      return { user_id: user.id, api_key: issueKey(realm, user.id, request) };
    });
    return { keys };
  },
});

const messageSchema = v.object({
  sender: v.pipe(v.number(), v.transform(toUserId)),
  /** A channel id, or the ids of the other users for a direct message. */
  to: v.union([v.number(), v.array(v.number())]),
  topic: v.optional(v.string()),
  content: v.string(),
});

/**
 * Sends many messages in one change, each as its sender would have sent it, to fill an organization for benchmarks.
 * First waits until all earlier messages are in D1, so that rows don't pile up.
 */
const fillMessagesEndpoint = action({
  route: "POST /testing/messages",
  by: "owner",
  limited: false,
  params: {
    messages: json(sized(v.array(messageSchema), limits.request.form_bytes)),
    read_by_sender: optional(boolean, true),
  },
  reply: { ids: v.array(v.number()) },
  readsBulk: true,
  // For endpoints with a plan, the server waits for D1 between `plan` and `prepare`.
  plan: () => undefined,
  prepare: ({ params }) =>
    Promise.all(params.messages.map(async (message) => ({ ...message, markup: await parseMarkup(message.content) }))),
  run({ realm, actor, params, prepared, request }) {
    const { read_by_sender: readBySender } = params;
    const ids = prepared.map(({ sender: id, to, topic, content, markup }) => {
      const sender = accessUser(realm, actor, id);
      const place = destinationOf(realm, actorOf(sender), { isDirect: typeof to !== "number", to, topic });
      const rendered = renderChecked(realm, actorOf(sender), place, markup);
      return postMessage(realm, { sender, destination: place, content, rendered, client: request.client, readBySender })
        .id;
    });
    return { ids };
  },
});

/** Name of the timer and of the job that fail. */
export const FAILURE = "testing-failure";

const failIf = (isMeant: boolean, where: string) => {
  if (isMeant) throw new Error(`told to fail in ${where}`);
};

/** Makes a change that fails in the given step, or starts the failing timer or job. */
const failChangeEndpoint = action({
  route: "POST /testing/failures",
  limited: false,
  params: { step: oneOf("plan", "prepare", "run", "timer", "job") },
  plan({ params }) {
    failIf(params.step === "plan", "plan");
  },
  prepare: ({ params }) => failIf(params.step === "prepare", "prepare"),
  run({ realm, params: { step } }) {
    failIf(step === "run", "run");
    if (step === "timer") realm.timers.set(FAILURE, realm.clock.milliseconds());
    if (step === "job") realm.outbox.add(FAILURE, null);
  },
});

/** Fails in `answer`, which runs in the Worker. */
const failReadEndpoint = query({
  route: "GET /testing/failures",
  limited: false,
  plan: () => ({}),
  answer() {
    throw new Error("told to fail in answer");
  },
});

export const failAfterwards = () => failIf(true, "what follows");

export const testEndpoints = [
  moveClockEndpoint,
  breakDatabaseEndpoint,
  breakStorageEndpoint,
  breakFilesEndpoint,
  inspectObjectEndpoint,
  inspectWorkEndpoint,
  keepStateEndpoint,
  loseObjectsEndpoint,
  fillUsersEndpoint,
  fillMessagesEndpoint,
  explainPageEndpoint,
  failChangeEndpoint,
  failReadEndpoint,
];
