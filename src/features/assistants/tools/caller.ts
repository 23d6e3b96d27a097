import * as v from "valibot";
import { HttpRefusal } from "../../../mcp/errors.ts";

/** Endpoints that tools can call directly: for reading, and for managing an event queue. */
type ReadRoute = `GET ${string}` | "POST /register" | "DELETE /events" | "POST /assistants/streams";

/** The account that a caller acts for. */
export const accountFields = {
  user_id: v.number(),
  full_name: v.string(),
  is_bot: v.boolean(),
  /** Time zone name, or "" for UTC. */
  timezone: v.string(),
  organization: v.string(),
  url: v.string(),
  /** Scopes of a grant. Null if the account uses its own key, which can do everything the account can. */
  scopes: v.nullable(v.array(v.string())),
  /** Set if the organization doesn't let assistants write for this account. */
  only_reads: v.optional(v.literal(true)),
  /** Set if the organization's audit log records what assistants read. */
  records_reads: v.optional(v.literal(true)),
};

type Account = Readonly<v.InferOutput<v.ObjectSchema<typeof accountFields, undefined>>>;

/** The caller of the tools: an assistant at /mcp, or one of Parley's own programs. Changes are made through `Writes`. */
export interface Caller extends Account {
  readonly call: (route: ReadRoute, fields?: Record<string, string>) => Promise<Response>;
  /** Converts an endpoint's refusal of credentials or their scope to an MCP response. */
  readonly refused: (answer: Response, scope?: string) => Response;
}

/** A caller that can call every endpoint. Never passed to tools. */
export interface UnguardedCaller extends Caller {
  readonly call: (route: string, fields?: Record<string, string>) => Promise<Response>;
}

/** Returns a note for results that contain no direct messages because the user hasn't granted access to them. */
export const noDirects = ({ scopes }: Caller): string =>
  scopes === null || scopes.includes("read:direct")
    ? ""
    : " Direct messages are not open to this assistant: the person has not allowed them.";

/** An error that the model can fix by reading the message and trying again. */
export class ToolError extends Error {
  constructor(
    message: string,
    /** Code of the endpoint's error, or "" if no endpoint caused the error. */
    readonly code = "",
  ) {
    super(message);
  }
}

/** Throws for idempotency keys of callers without a grant, because results are only stored for grants. */
export function checkKey({ scopes }: Caller, key: string | undefined): void {
  if (scopes !== null || key === undefined) return;
  throw new ToolError(
    "An account's own API key remembers no key: leave it out, and look whether the message is there.",
  );
}

/** Converts a 401 or 403 response. The result contains the missing scope, which clients then request from the user. */
async function toHttpRefusal({ refused }: Caller, answer: Response): Promise<HttpRefusal> {
  const { scope } = await answer.clone().json<{ scope?: string }>();
  return new HttpRefusal(refused(answer, scope));
}

/** Converts fields to the strings that endpoints expect. Omits undefined fields. */
export function textsOf(fields: object): Record<string, string> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  const texts = sent.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
  return Object.fromEntries(texts);
}

export const callEndpoint = async <Reply>(caller: Caller, route: ReadRoute, fields: object = {}): Promise<Reply> =>
  replyOf(caller, route, await caller.call(route, textsOf(fields)));

/** Returns an endpoint's reply. Throws if it refused the call. */
export async function replyOf<Reply>(caller: Caller, route: string, answer: Response): Promise<Reply> {
  if (answer.ok) return answer.json<Reply>();
  throw await failureOf(caller, route, answer);
}

/** Returns the error for a failed endpoint call: one that the model can fix, a refusal, or an internal error. */
export async function failureOf(caller: Caller, route: string, answer: Response): Promise<Error> {
  const { status } = answer;
  if (status === 401 || status === 403) return toHttpRefusal(caller, answer);
  const wait = Math.ceil(Number(answer.headers.get("retry-after") ?? 1));
  const { msg, code } = await answer.json<{ msg: string; code?: string }>();
  if (status === 429) return new ToolError(`Too many calls: wait ${wait} seconds.`);
  if (status === 503) return new ToolError(`${msg} Try again in ${wait} seconds.`);
  if (status >= 500) return new Error(`${route} failed with ${status}`);
  return new ToolError(msg, code);
}

/** Time without requests after which the queue expires, unless it is deleted first. */
const IDLE_SECONDS = 120;

/** An event queue for one request. While there are no events, the organization's Durable Object hibernates. */
export class EventQueue {
  private constructor(
    private readonly caller: Caller,
    readonly id: string,
    private last: number,
  ) {}

  static async begin(caller: Caller, types: readonly string[], narrow: object = []): Promise<EventQueue> {
    const fields = {
      ...{ event_types: types, fetch_event_types: [], narrow, idle_queue_timeout: IDLE_SECONDS },
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
    };
    const made = await callEndpoint<{ queue_id: string; last_event_id: number }>(caller, "POST /register", fields);
    return new EventQueue(caller, made.queue_id, made.last_event_id);
  }

  /** Waits for the next events. Returns none on timeout. */
  async next<Event extends { readonly type: string }>(): Promise<readonly Event[]> {
    const fields = { queue_id: this.id, last_event_id: this.last };
    const { events } = await callEndpoint<{ events: (Event & { id: number })[] }>(this.caller, "GET /events", fields);
    this.last = events.at(-1)?.id ?? this.last;
    return events.filter(({ type }) => type !== "heartbeat");
  }

  /** Deletes the queue, which also ends a waiting poll. */
  async end(): Promise<void> {
    await this.caller.call("DELETE /events", { queue_id: this.id });
  }
}
