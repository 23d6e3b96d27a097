import type * as v from "valibot";
import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Region } from "../config/object-location.ts";
import type { BulkReader } from "../database/bulk-reader.ts";
import type { Log } from "../logging/log.ts";
import type { Actor, Scope } from "../protocol/actor.ts";
import type { Realm } from "../realm/realm.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { Delivery } from "./delivery.ts";
import type { FormPart } from "./form-part.ts";
import type { Parameters, Values } from "./parameter.ts";

/*
 * Kinds of endpoints. Their steps in order, and where each runs:
 *
 *                   Worker        realm object   Worker       realm object    Worker
 *   edgeEndpoint    answer
 *   query                         plan           answer
 *   action                        [plan]         [prepare]    [load]   run
 *   shapedAction                  [plan]         [prepare]    [load]   run    shape
 *   setupAction                   like an action, but also without an organization
 *   pollEndpoint                  waits for events (src/http/poll.ts, src/realm/events/long-polls.ts)
 *
 * The Worker first parses the parameters. Each step in the realm starts by authorizing the caller. The response to an
 * unauthorized caller says only that, not what is wrong with the parameters. `plan` and `run` are synchronous: nothing
 * else runs between their reads and their writes. After `plan`, a query, or an action with `readsBulk`, waits until D1
 * has everything that was acknowledged. If D1 is unavailable, the realm answers a query itself, provided it holds all
 * the requested data. `undo` runs if `prepare` or `run` is refused.
 */

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
/** `METHOD /path/:variable`, under /api/v1 and /json. */
type Route = `${Method} /${string}`;

/**
 * Who can call an endpoint. `anyone` needs no account; a `spectator` can be anonymous if the organization allows it;
 * `user` is any account except incoming-webhook bots, which `any account` includes; a `member` is not a guest, but can
 * be a bot; the others are as named.
 */
export type By =
  | "anyone"
  | "spectator"
  | "any account"
  | "user"
  | "bot"
  | "human"
  | "member"
  | "administrator"
  | "owner";
type ActorFor<B extends By> = B extends "anyone" ? null : B extends "spectator" ? Actor | null : Actor;

type ReplyFields = v.ObjectEntries;
type Reply<R extends ReplyFields> = v.InferInput<v.ObjectSchema<R, undefined>>;
/** Default for a definition without parameters or reply fields. */
type None = Record<never, never>;
export class WithHeaders<T extends object> {
  constructor(
    readonly fields: T,
    readonly headers: readonly (readonly [name: string, value: string])[],
  ) {}
}
/**
 * Result of a step in the Worker: the reply, or a whole response if the protocol requires something other than JSON.
 */
type StepResult<R extends ReplyFields> = Reply<R> | WithHeaders<Reply<R>> | Response;

/** Forbids promises, which would let other requests interleave with a change. */
type Synchronous<T> = T & { then?: never };
/** Result of a change. It returns nothing if its reply has no fields. */
// biome-ignore lint/suspicious/noConfusingVoidType: void alone would take a promise
type ChangeResult<R extends ReplyFields> = keyof R extends never ? void | Record<string, never> : Synchronous<Reply<R>>;

interface InRealm<P extends Parameters, B extends By> {
  readonly realm: Realm;
  readonly actor: ActorFor<B>;
  readonly params: Values<P>;
  readonly request: RequestFacts;
  /** Whether the request includes a file, which only `prepare` receives. */
  readonly sendsFile: boolean;
}

interface InWorker<P extends Parameters> {
  readonly params: Values<P>;
  readonly request: RequestFacts;
  readonly config: Config;
  readonly env: Env;
  readonly files: readonly { readonly field: string; readonly file: File }[];
  /** Parts of a multipart form, for an endpoint that `streams`. Null if the request has none. */
  readonly parts: AsyncIterable<FormPart> | null;
  /** The request as received, for an endpoint that `takesDeliveries`. Null for any other. */
  readonly delivery: Delivery | null;
  readonly upgrades: boolean;
  /** Log for the operators. Thrown errors are logged anyway. */
  readonly log: Log;
}

interface WithBulk {
  /**
   * Reads the organization's D1 database. In `prepare`, it is known only if the endpoint has a `plan`. For a query, or
   * an action with `readsBulk`, everything acknowledged before `plan` ran has arrived there.
   */
  readonly bulk: BulkReader;
}

interface EndpointDescription<P extends Parameters, B extends By, R extends ReplyFields> {
  readonly route: Route;
  readonly by?: B;
  readonly params?: P;
  readonly reply?: R;
  /** Scope that an assistant needs to call the endpoint, or "any". If not set, assistants can't call it. */
  readonly scope?: Scope | "any";
  /** Whether people who joined through an outside link can call the endpoint. */
  readonly outside?: boolean;
  /** Rate limit that its calls count against, if not the general one. False for no limit. */
  readonly limited?: RateLimitKind | false;
  /** Whether the endpoint also works in a deactivated organization. */
  readonly evenDeactivated?: boolean;
  /** Whether the endpoint also works for users who still have to set up a passkey or second factor. */
  readonly duringSetup?: boolean;
  /** Whether the endpoint also works from networks that the organization doesn't allow. */
  readonly fromAnyNetwork?: boolean;
  /** Returns whether only local callers can use the endpoint in a configuration, because it authenticates no one. */
  readonly loopbackOnly?: (config: Config) => boolean;
  /** Returns whether the endpoint exists in a configuration. If not, it responds with 404. */
  readonly existsWhere?: (config: Config) => boolean;
  readonly aliases?: readonly Route[];
  /** Whether its form must or can include a file, under any field name. */
  readonly file?: "required" | "optional";
  /** Whether only the server itself and its own pages call the endpoint. It is not part of the API. */
  readonly internal?: boolean;
  /** Whether clients poll it automatically. Only its failures are logged. */
  readonly background?: boolean;
  /**
   * Whether calling it twice has the same effect as calling it once. Always true for GET. If true, it is retried when
   * the response is lost.
   */
  readonly repeatable?: boolean | ((params: Values<P>) => boolean);
  /** Whether the endpoint reads its form as a stream, because the form is too large for memory. */
  readonly streams?: boolean;
  /**
   * Whether other services call the endpoint, with a body in their own format and the API key in the URL. Its
   * parameters come from the query string, then from the form.
   */
  readonly takesDeliveries?: boolean;
}

interface Beforehand<P extends Parameters, B extends By, Plan, Prepared> {
  /** Reads what `prepare` needs from the realm, and rejects invalid requests early. */
  plan?(context: InRealm<P, B>): Synchronous<Plan> | undefined;
  /** Whether `prepare` waits until everything acknowledged has arrived in D1. */
  readonly readsBulk?: boolean;
  /** Does the slow work: parses Markdown, hashes a password, stores a file, queries D1. */
  prepare?(context: InWorker<P> & WithBulk & { readonly plan: Plan }): Prepared | Promise<Prepared>;
  /** Undoes what `prepare` stored, if `prepare` or `run` is refused. */
  undo?(context: Pick<InWorker<P>, "env"> & { readonly plan: Plan }): Promise<void>;
  /** Messages whose text `run` needs. Old messages are loaded from D1 first. */
  messagesToLoad?(context: InRealm<P, B>): readonly number[];
}

/** A change: one synchronous block in the realm. */
interface Action<P extends Parameters, B extends By, R extends ReplyFields, Plan, Prepared>
  extends EndpointDescription<P, B, R>,
    Beforehand<P, B, Plan, Prepared> {
  run(context: InRealm<P, B> & { readonly prepared: Prepared }): ChangeResult<NoInfer<R>>;
}

/** An action for a host that may not have an organization yet. */
interface SetupAction<P extends Parameters, R extends ReplyFields, Plan, Prepared>
  extends Action<P, "anyone", R, Plan, Prepared> {
  /** Whether to check first if the organization's own database is writable again after a failure. */
  readonly probesStorage?: boolean;
  /** Whether the endpoint is an operator command, authorized by the setup token. */
  readonly isOperators?: boolean;
  /** Returns the subdomain of the organization that the request is about, if its host doesn't determine it. */
  organization?(params: Values<P>): string;
  /** Returns the region for the organization's object, if this request creates it. */
  region?(params: Values<P>): Region | undefined;
  /** Returns the id (reserved by `prepare`) and D1 database for a new organization, if none exists. */
  founds?(context: { readonly params: Values<P>; readonly prepared: Prepared }): {
    readonly id: number;
    readonly database: string;
  };
  /** Returns the reply for a host without an organization. Without this function, such requests are refused. */
  absent?(context: Pick<InWorker<P>, "params" | "request" | "config">): Reply<R>;
}

/** A change with a long reply: the realm returns compact rows, and the Worker builds the reply from them. */
interface ShapedAction<P extends Parameters, B extends By, R extends ReplyFields, Result, Plan, Prepared>
  extends EndpointDescription<P, B, R>,
    Beforehand<P, B, Plan, Prepared> {
  run(context: InRealm<P, B> & { readonly prepared: Prepared }): Synchronous<Result>;
  shape(context: InWorker<P> & { readonly result: Result }): StepResult<R> | Promise<StepResult<R>>;
}

/** A read: the realm plans it, and the Worker queries D1. */
interface Query<P extends Parameters, B extends By, R extends ReplyFields, Plan> extends EndpointDescription<P, B, R> {
  plan(context: InRealm<P, B>): Synchronous<Plan>;
  /**
   * Returns a plan that lets `answer` use only the realm's own data, for when D1 is behind or unreadable. Returns
   * undefined if the reply might be incomplete. With such a plan, `answer` runs in the realm, and must read only
   * `bulk`.
   */
  withoutBulk?(context: InRealm<P, B> & { readonly plan: NoInfer<Plan> }): Synchronous<NoInfer<Plan>> | undefined;
  answer(context: InWorker<P> & WithBulk & { readonly plan: Plan }): StepResult<R> | Promise<StepResult<R>>;
}

/** An endpoint that runs only in the Worker, at the edge. */
interface EdgeEndpoint<P extends Parameters, R extends ReplyFields> extends EndpointDescription<P, "anyone", R> {
  answer(context: InWorker<P>): Reply<R> | Promise<Reply<R>>;
}

/** Any endpoint, without the types of its parameters and steps, which were checked at its definition. */
export interface Endpoint extends Omit<EndpointDescription<Parameters, By, ReplyFields>, "repeatable"> {
  readonly kind: "action" | "query" | "edge" | "poll" | "stream";
  readonly aliases: readonly Route[];
  readonly by: By;
  readonly params: Parameters;
  readonly reply: ReplyFields;
  readonly repeatable?: boolean | ((params: Record<string, unknown>) => boolean);
  readonly probesStorage?: boolean;
  /** Whether the endpoint exists only on a server started with TEST_HOOKS. Otherwise it responds with 404. */
  readonly needsTestHooks?: boolean;
  readonly readsBulk?: boolean;
  readonly plan?: (context: Record<string, unknown>) => unknown;
  readonly withoutBulk?: (context: Record<string, unknown>) => unknown;
  readonly prepare?: (context: Record<string, unknown>) => unknown;
  readonly undo?: (context: Record<string, unknown>) => Promise<void>;
  readonly messagesToLoad?: (context: Record<string, unknown>) => readonly number[];
  readonly run?: (context: Record<string, unknown>) => unknown;
  readonly shape?: (context: Record<string, unknown>) => unknown;
  readonly absent?: (context: Record<string, unknown>) => unknown;
  readonly founds?: (context: Record<string, unknown>) => { readonly id: number; readonly database: string };
  readonly isOperators?: boolean;
  readonly organization?: (params: Record<string, unknown>) => string;
  readonly region?: (params: Record<string, unknown>) => Region | undefined;
  readonly register?: Endpoint;
}

export function action<
  P extends Parameters = None,
  R extends ReplyFields = None,
  B extends By = "user",
  Plan = undefined,
  Prepared = undefined,
>(definition: Action<P, B, R, Plan, Prepared>): Endpoint {
  return erase("action", definition);
}

export function setupAction<
  P extends Parameters = None,
  R extends ReplyFields = None,
  Plan = undefined,
  Prepared = undefined,
>(definition: Omit<SetupAction<P, R, Plan, Prepared>, "by">): Endpoint {
  return erase("action", { ...definition, by: "anyone" });
}

export function shapedAction<
  Result,
  P extends Parameters = None,
  R extends ReplyFields = None,
  B extends By = "user",
  Plan = undefined,
  Prepared = undefined,
>(definition: ShapedAction<P, B, R, Result, Plan, Prepared>): Endpoint {
  return erase("action", definition);
}

export function query<Plan, P extends Parameters = None, R extends ReplyFields = None, B extends By = "user">({
  answer,
  ...definition
}: Query<P, B, R, Plan>): Endpoint {
  return erase("query", { ...definition, shape: answer });
}

export function edgeEndpoint<P extends Parameters = None, R extends ReplyFields = None>({
  answer,
  ...definition
}: EdgeEndpoint<P, R>): Endpoint {
  return erase("edge", { ...definition, by: "anyone", shape: answer });
}

/** Long poll of an event queue. Implemented by the platform, because no other endpoint waits like this. */
export const pollEndpoint = (
  definition: Pick<Endpoint, "route" | "params" | "reply" | "scope" | "outside"> & { readonly register: Endpoint },
): Endpoint => ({ by: "user", aliases: [], background: true, ...definition, kind: "poll" });

/** Event stream of a queue: responds with a WebSocket that carries replies of the form `reply`. */
export const streamEndpoint = (definition: Pick<Endpoint, "route" | "params" | "reply" | "outside">): Endpoint => ({
  ...{ by: "user", aliases: [], background: true },
  ...definition,
  kind: "stream",
});

/** Erases the types of an endpoint's parameters and steps, so that one table can hold all endpoints. */
function erase(kind: Endpoint["kind"], definition: object): Endpoint {
  return { by: "user", aliases: [], params: {}, reply: {}, ...definition, kind } as unknown as Endpoint;
}

/**
 * Groups of calls that are counted together: API calls; files, because a page can show many; requests of all assistants
 * of an account; voice transcriptions; unauthenticated callers.
 */
export type RateLimitKind = "calls" | "files" | "assistants" | "transcripts" | "refusals";
