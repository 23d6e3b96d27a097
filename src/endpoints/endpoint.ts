import type * as v from "valibot";
import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Region } from "../config/place.ts";
import type { BulkReader } from "../database/bulk-reader.ts";
import type { Log } from "../logging/log.ts";
import type { Actor, Scope } from "../protocol/actor.ts";
import type { Realm } from "../realm/realm.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { Delivery } from "./delivery.ts";
import type { FormPart } from "./form-part.ts";
import type { Parameters, Values } from "./parameter.ts";

/*
 * An endpoint is a value of one of these kinds. Its steps in time, and where each runs:
 *
 *                   Worker        realm object   Worker       realm object    Worker
 *   edgeEndpoint    answer
 *   query                         plan           answer
 *   action                        [plan]         [prepare]    [load]   run
 *   shapedAction                  [plan]         [prepare]    [load]   run    shape
 *   setupAction                   as an action, also where there is no organization yet
 *   pollEndpoint                  waits for events (src/http/poll.ts, src/realm/events/long-polls.ts)
 *
 * First the Worker reads the parameters. Each step in the realm begins by admitting the caller: whoever may not call is
 * told only that, and not what is wrong with the parameters. `plan` and `run` are synchronous: nothing comes between
 * what they read and what they write. After `plan`, a query, or an action that says `readsBulk`, waits until D1 has all
 * that was acknowledged; where D1 is away, the realm answers a query itself if it holds all that is wanted. `undo` follows where `prepare` or `run` is refused.
 */

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
/** `METHOD /path/:variable`, below /api/v1 and /json. */
type Route = `${Method} /${string}`;

/**
 * The callers of an endpoint: `anyone` needs no account; a `spectator` may be without one where the organization allows it;
 * `user` is any account but an incoming-webhook bot; `any account` includes those; a `member` is no guest, but may be a bot; the
 * others are what they say.
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

/** The schemas of a reply's fields, without the envelope (`result`, `msg`). */
type ReplyFields = v.ObjectEntries;
type Reply<R extends ReplyFields> = v.InferInput<v.ObjectSchema<R, undefined>>;
/** A reply with headers of its own, such as cookies. */
export class WithHeaders<T extends object> {
  constructor(
    readonly fields: T,
    readonly headers: readonly (readonly [name: string, value: string])[],
  ) {}
}
/** The result of a step in the Worker: the reply, or a whole response where the protocol wants no JSON. */
type StepResult<R extends ReplyFields> = Reply<R> | WithHeaders<Reply<R>> | Response;

/** Forbids a promise, which would let other requests come between the parts of a change. */
type Synchronous<T> = T & { then?: never };

/** The values that a step in the realm works with. */
interface InRealm<P extends Parameters, B extends By> {
  readonly realm: Realm;
  readonly actor: ActorFor<B>;
  readonly params: Values<P>;
  readonly request: RequestFacts;
  /** Whether the form has a file; `prepare` gets it. */
  readonly sendsFile: boolean;
}

/** The values that a step in the Worker works with. */
interface InWorker<P extends Parameters> {
  readonly params: Values<P>;
  readonly request: RequestFacts;
  readonly config: Config;
  readonly env: Env;
  /** D1, as of the plan: everything that was acknowledged by then has arrived there. */
  readonly bulk: BulkReader;
  readonly files: readonly { readonly field: string; readonly file: File }[];
  /** The parts of a multipart form, for an endpoint that `streams`; null where the request has none. */
  readonly parts: AsyncIterable<FormPart> | null;
  /** The request as it has arrived, for an endpoint that `takesDeliveries`; null for any other. */
  readonly delivery: Delivery | null;
  /** Whether the request asks for a WebSocket. */
  readonly upgrades: boolean;
  /** For what operators should know; errors that are thrown are logged anyway. */
  readonly log: Log;
}

/** The description that every kind of endpoint gives of itself. */
interface Described<P extends Parameters, B extends By, R extends ReplyFields> {
  readonly route: Route;
  readonly by?: B;
  readonly params: P;
  readonly reply: R;
  /** The scope that an assistant needs to call it, or any that it has; without one, no assistant calls it. */
  readonly scope?: Scope | "any";
  /** The rate limit that counts its calls, where that is not the one of other calls; false for none. */
  readonly limited?: Counted | false;
  /** Whether it answers in a deactivated organization too. */
  readonly evenDeactivated?: boolean;
  /** Whether it answers those, too, who still have to set up a passkey or a second factor. */
  readonly duringSetup?: boolean;
  /** In which configurations only this machine's own users may call it, because it authenticates nobody. */
  readonly loopbackOnly?: (config: Config) => boolean;
  /** On servers of which configurations it exists: elsewhere it answers 404. */
  readonly existsWhere?: (config: Config) => boolean;
  /** Older routes of the same endpoint. */
  readonly aliases?: readonly Route[];
  /** Whether its form has a file; the name of the field does not matter. */
  readonly file?: "required" | "optional";
  /** Whether only the server's own pages and steps call it; it is no part of the API. */
  readonly internal?: boolean;
  /** Whether clients call it again and again by themselves: only failures get a line in the log. */
  readonly background?: boolean;
  /** Whether calling it twice has the effect of calling it once, as with every read: a lost answer is then asked again. */
  readonly repeatable?: boolean | ((params: Values<P>) => boolean);
  /** Whether it reads its form while that arrives, because it is too large for memory. */
  readonly streams?: boolean;
  /**
   * Whether other services call it, with a body of their own format and the API key in the address: its parameters are
   * those of the address, and of a form those that the address lacks.
   */
  readonly takesDeliveries?: boolean;
}

/** The steps before a change. */
interface Beforehand<P extends Parameters, B extends By, Plan, Prepared> {
  /** Reads in the realm what `prepare` needs, and refuses early. */
  plan?(context: InRealm<P, B>): Synchronous<Plan> | undefined;
  /** Whether `prepare` reads D1: it then waits until everything acknowledged has arrived there. */
  readonly readsBulk?: boolean;
  /** Does what takes time: parses Markdown, hashes a password, stores a file, queries D1. */
  prepare?(context: InWorker<P> & { readonly plan: Plan }): Prepared | Promise<Prepared>;
  /** Takes back what `prepare` has stored, where it or `run` is refused. */
  undo?(context: Pick<InWorker<P>, "env"> & { readonly plan: Plan }): Promise<void>;
  /** The messages whose text `run` needs: old ones are loaded from D1 before it. */
  messagesToLoad?(context: InRealm<P, B>): readonly number[];
}

/** A change: one synchronous block in the realm. */
interface Action<P extends Parameters, B extends By, R extends ReplyFields, Plan, Prepared>
  extends Described<P, B, R>,
    Beforehand<P, B, Plan, Prepared> {
  run(context: InRealm<P, B> & { readonly prepared: Prepared }): Synchronous<Reply<R>>;
}

/** An action for a host that may have no organization yet. */
interface SetupAction<P extends Parameters, R extends ReplyFields, Plan, Prepared>
  extends Action<P, "anyone", R, Plan, Prepared> {
  /** Whether it tries first whether the organization's own database can be written again after a failure. */
  readonly probesStorage?: boolean;
  /** Whether it is a command of the server's operator, who has the setup token. */
  readonly isOperators?: boolean;
  /** The subdomain of the organization that it is about, where the request's host does not say it. */
  organization?(params: Values<P>): string;
  /** The region for the organization's object, if it is made by this request. */
  region?(params: Values<P>): Region | undefined;
  /** Founds an organization where there is none: returns the id that `prepare` has reserved, and the D1 database. */
  founds?(context: { readonly params: Values<P>; readonly prepared: Prepared }): {
    readonly id: number;
    readonly database: string;
  };
  /** The reply on a host without an organization, which is refused otherwise. */
  absent?(context: Pick<InWorker<P>, "params" | "request" | "config">): Reply<R>;
}

/** A change with a long reply: the realm returns compact rows, and the Worker makes the reply of them. */
interface ShapedAction<P extends Parameters, B extends By, R extends ReplyFields, Result, Plan, Prepared>
  extends Described<P, B, R>,
    Beforehand<P, B, Plan, Prepared> {
  run(context: InRealm<P, B> & { readonly prepared: Prepared }): Synchronous<Result>;
  shape(context: InWorker<P> & { readonly result: Result }): StepResult<R> | Promise<StepResult<R>>;
}

/** A read: the realm plans it, and the Worker queries D1. */
interface Query<P extends Parameters, B extends By, R extends ReplyFields, Plan> extends Described<P, B, R> {
  plan(context: InRealm<P, B>): Synchronous<Plan>;
  /**
   * The plan by which `answer` can be made from what the realm itself holds, where D1 is behind or cannot be read;
   * undefined where the answer might lack something. `answer` then runs in the realm, and must read nothing but `bulk`.
   */
  withoutBulk?(context: InRealm<P, B> & { readonly plan: NoInfer<Plan> }): Synchronous<NoInfer<Plan>> | undefined;
  answer(context: InWorker<P> & { readonly plan: Plan }): StepResult<R> | Promise<StepResult<R>>;
}

/** An endpoint that runs in the Worker alone, at the edge. */
interface EdgeEndpoint<P extends Parameters, R extends ReplyFields> extends Described<P, "anyone", R> {
  answer(context: InWorker<P>): Reply<R> | Promise<Reply<R>>;
}

/** Any endpoint, as the platform sees it. The types of its parameters and steps were checked at its definition. */
export interface Endpoint {
  readonly kind: "action" | "query" | "edge" | "poll" | "stream";
  readonly route: Route;
  readonly aliases: readonly Route[];
  readonly by: By;
  readonly params: Parameters;
  readonly reply: ReplyFields;
  readonly scope?: Scope | "any";
  readonly limited?: Counted | false;
  readonly probesStorage?: boolean;
  readonly evenDeactivated?: boolean;
  readonly duringSetup?: boolean;
  readonly loopbackOnly?: (config: Config) => boolean;
  readonly existsWhere?: (config: Config) => boolean;
  /** Whether it exists only on a server that was started with TEST_HOOKS: elsewhere it answers 404. */
  readonly needsTestHooks?: boolean;
  readonly file?: "required" | "optional";
  readonly internal?: boolean;
  readonly background?: boolean;
  readonly repeatable?: boolean | ((params: Record<string, unknown>) => boolean);
  readonly streams?: boolean;
  readonly takesDeliveries?: boolean;
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
  P extends Parameters,
  R extends ReplyFields,
  B extends By = "user",
  Plan = undefined,
  Prepared = undefined,
>(definition: Action<P, B, R, Plan, Prepared>): Endpoint {
  return erase("action", definition);
}

export function setupAction<P extends Parameters, R extends ReplyFields, Plan = undefined, Prepared = undefined>(
  definition: Omit<SetupAction<P, R, Plan, Prepared>, "by">,
): Endpoint {
  return erase("action", { ...definition, by: "anyone" });
}

export function shapedAction<
  P extends Parameters,
  R extends ReplyFields,
  Result,
  B extends By = "user",
  Plan = undefined,
  Prepared = undefined,
>(definition: ShapedAction<P, B, R, Result, Plan, Prepared>): Endpoint {
  return erase("action", definition);
}

export function query<P extends Parameters, R extends ReplyFields, Plan, B extends By = "user">({
  answer,
  ...definition
}: Query<P, B, R, Plan>): Endpoint {
  return erase("query", { ...definition, shape: answer });
}

export function edgeEndpoint<P extends Parameters, R extends ReplyFields>({
  answer,
  ...definition
}: EdgeEndpoint<P, R>): Endpoint {
  return erase("edge", { ...definition, by: "anyone", shape: answer });
}

/** The long poll of an event queue: the platform's own, for it waits as no other endpoint does. */
export const pollEndpoint = (definition: {
  route: Route;
  params: Parameters;
  reply: ReplyFields;
  /** The scope that an assistant needs to wait for events. */
  scope?: Scope;
  /** The endpoint that makes a queue, for a poll that names none. */
  register: Endpoint;
}): Endpoint => ({ by: "user", aliases: [], background: true, ...definition, kind: "poll" });

/** A stream of an event queue: it is answered with a WebSocket, which brings replies of this form. */
export const streamEndpoint = (definition: { route: Route; params: Parameters; reply: ReplyFields }): Endpoint => ({
  ...{ by: "user", aliases: [], background: true },
  ...definition,
  kind: "stream",
});

/** The one place where the endpoints' own types are given up, for a table of them all. */
function erase(kind: Endpoint["kind"], definition: object): Endpoint {
  return { by: "user", aliases: [], ...definition, kind } as unknown as Endpoint;
}

/**
 * The calls that are counted together: calls of the API; files, of which one page shows many; requests of all assistants of
 * an account; voice messages that are written down; callers who are not admitted.
 */
export type Counted = "calls" | "files" | "assistants" | "transcripts" | "refusals";
