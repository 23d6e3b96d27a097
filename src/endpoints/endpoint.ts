import type * as v from "valibot";
import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { BulkReader } from "../database/bulk-reader.ts";
import type { Log } from "../logging/log.ts";
import type { Actor } from "../protocol/actor.ts";
import type { Realm } from "../realm/realm.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { Part } from "./form-part.ts";
import type { Parameters, Values } from "./parameter.ts";

/*
 * An endpoint is a value of one of these kinds. Its steps in time, and where each runs:
 *
 *                   Worker        realm object   Worker       realm object    Worker
 *   workerEndpoint  answer
 *   query                         plan           answer
 *   action                        [plan]         [prepare]    [load]   run
 *   shapedAction                  [plan]         [prepare]    [load]   run    shape
 *   setupAction                   as an action, also where there is no organization yet
 *   pollEndpoint                  waits for events (src/http/poll.ts, src/realm/events/long-polls.ts)
 *
 * First the Worker reads the parameters. Each step in the realm begins by admitting the caller: whoever may not call is
 * told only that, and not what is wrong with the parameters. `plan` and `run` are synchronous: nothing comes between
 * what they read and what they write. After `plan`, a query, or an action that says `readsBulk`, waits until D1 has all
 * that was acknowledged. `undo` follows where `prepare` or `run` is refused.
 */

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
/** `METHOD /path/:variable`, below /api/v1 and /json. */
type Route = `${Method} /${string}`;

/**
 * Who may call: `anyone` needs no account; a `spectator` may be without one where the organization allows it;
 * `user` is any account but an incoming-webhook bot; `any account` includes those; the others are what they say.
 */
export type By = "anyone" | "spectator" | "any account" | "user" | "human" | "member" | "administrator" | "owner";
type ActorFor<B extends By> = B extends "anyone" ? null : B extends "spectator" ? Actor | null : Actor;

/** The reply's own fields; the envelope comes from the platform. */
type ReplyFields = v.ObjectEntries;
type Reply<R extends ReplyFields> = v.InferInput<v.ObjectSchema<R, undefined>>;
/** A reply that sets headers, such as cookies. */
export class WithHeaders<T extends object> {
  constructor(
    readonly fields: T,
    readonly headers: readonly (readonly [name: string, value: string])[],
  ) {}
}
/** What the Worker may answer: the fields, or where the protocol wants none, such as a redirection, a whole response. */
type Answer<R extends ReplyFields> = Reply<R> | WithHeaders<Reply<R>> | Response;

/** A promise here would let a change be half made: it does not compile. */
type Synchronous<T> = T & { then?: never };

interface InRealm<P extends Parameters, B extends By> {
  readonly realm: Realm;
  readonly actor: ActorFor<B>;
  readonly params: Values<P>;
  readonly request: RequestFacts;
  /** Whether a file comes with the form. */
  readonly sendsFile: boolean;
}

interface InWorker<P extends Parameters> {
  readonly params: Values<P>;
  readonly request: RequestFacts;
  readonly config: Config;
  readonly env: Env;
  /** The bulk store, as it is once everything acknowledged before has arrived there. */
  readonly bulk: BulkReader;
  readonly files: readonly { readonly field: string; readonly file: File }[];
  /** The form of an endpoint that `streams`, as it arrives; null where the request has none. */
  readonly parts: AsyncIterable<Part> | null;
  /** For what whoever runs the server should know; an error that is thrown is logged anyway. */
  readonly log: Log;
}

interface Described<P extends Parameters, B extends By, R extends ReplyFields> {
  readonly route: Route;
  readonly by?: B;
  readonly params: P;
  readonly reply: R;
  /** How it is counted, where that is not as other calls; false for what may be asked as often as anybody likes. */
  readonly limited?: Counted | false;
  /** Whether it first tries to write where writing has failed before. */
  readonly probesStorage?: boolean;
  /** Whether it answers also where the organization is out of use. */
  readonly always?: boolean;
  /** Under which configuration it is for this machine's own users alone, because it asks nobody who they are. */
  readonly loopbackOnly?: (config: Config) => boolean;
  /** Other routes of the same thing. */
  readonly aliases?: readonly Route[];
  /** Whether a file comes with the form, or may: the name of its field does not matter. */
  readonly file?: "required" | "optional";
  /** Whether it is asked by the server's own pages alone, and is no part of the API. */
  readonly internal?: boolean;
  /** Whether clients ask for it again and again by themselves: the log has a line for it where it fails. */
  readonly background?: boolean;
  /** Whether to do it twice is as good as once; to read always is. It is then asked again where an answer was lost. */
  readonly repeatable?: boolean | ((params: Values<P>) => boolean);
  /** Whether it reads its form itself, while that arrives: for what is too large to be held in memory. */
  readonly streams?: boolean;
}

/** What may come before a change. */
interface Beforehand<P extends Parameters, B extends By, Plan, Prepared> {
  /** A synchronous look in the realm, before `prepare`: for what it needs to know, and to refuse early. */
  plan?(context: InRealm<P, B>): Synchronous<Plan> | undefined;
  /** Whether `prepare` reads the bulk store: it then waits until everything acknowledged has arrived there. */
  readonly readsBulk?: boolean;
  /** What takes time, in the Worker: rendering, hashing, a query of the bulk store. */
  prepare?(context: InWorker<P> & { readonly plan: Plan }): Prepared | Promise<Prepared>;
  /** Takes back what `prepare` has done outside the realm, where it or the change was refused. */
  undo?(context: Pick<InWorker<P>, "env"> & { readonly plan: Plan }): Promise<void>;
  /** Old messages whose content the change needs: brought back from the bulk store before it runs. */
  messagesToLoad?(context: InRealm<P, B>): readonly number[];
}

/** A change: one synchronous block in the realm, where needed after a look (`plan`) and asynchronous work (`prepare`). */
interface Action<P extends Parameters, B extends By, R extends ReplyFields, Plan, Prepared>
  extends Described<P, B, R>,
    Beforehand<P, B, Plan, Prepared> {
  run(context: InRealm<P, B> & { readonly prepared: Prepared }): Synchronous<Reply<R>>;
}

/** An action for a host that may have no organization yet. */
interface SetupAction<P extends Parameters, R extends ReplyFields, Plan, Prepared>
  extends Action<P, "anyone", R, Plan, Prepared> {
  /** The subdomain that it is about, where that is not the one of the request's host. */
  organization?(params: Values<P>): string;
  /** Makes an organization where there is none: the id that `prepare` has reserved for it. */
  founds?(context: { readonly params: Values<P>; readonly prepared: Prepared }): number;
  /** What answers on a host that has no organization; without it, such a host is refused. */
  absent?(context: Pick<InWorker<P>, "params" | "request" | "config">): Reply<R>;
}

/** A change whose answer is long: the realm hands over compact rows, and the Worker shapes them. */
interface ShapedAction<P extends Parameters, B extends By, R extends ReplyFields, Result, Plan, Prepared>
  extends Described<P, B, R>,
    Beforehand<P, B, Plan, Prepared> {
  run(context: InRealm<P, B> & { readonly prepared: Prepared }): Synchronous<Result>;
  shape(context: InWorker<P> & { readonly result: Result }): Answer<R> | Promise<Answer<R>>;
}

/** A read: a synchronous plan in the realm, then an asynchronous answer in the Worker over the bulk store. */
interface Query<P extends Parameters, B extends By, R extends ReplyFields, Plan> extends Described<P, B, R> {
  plan(context: InRealm<P, B>): Synchronous<Plan>;
  answer(context: InWorker<P> & { readonly plan: Plan }): Answer<R> | Promise<Answer<R>>;
}

/** What runs in the Worker alone. */
interface WorkerEndpoint<P extends Parameters, R extends ReplyFields> extends Described<P, "anyone", R> {
  answer(context: InWorker<P>): Reply<R> | Promise<Reply<R>>;
}

/** Any endpoint, as the platform sees it: its own types have been checked where it was written. */
export interface Endpoint {
  readonly kind: "action" | "query" | "worker" | "poll";
  readonly route: Route;
  readonly aliases: readonly Route[];
  readonly by: By;
  readonly params: Parameters;
  readonly reply: ReplyFields;
  readonly limited?: Counted | false;
  readonly probesStorage?: boolean;
  readonly always?: boolean;
  readonly loopbackOnly?: (config: Config) => boolean;
  /** Whether it exists only on a server that was started with TEST_HOOKS: elsewhere it answers 404. */
  readonly needsTestHooks?: boolean;
  readonly file?: "required" | "optional";
  readonly internal?: boolean;
  readonly background?: boolean;
  readonly repeatable?: boolean | ((params: Record<string, unknown>) => boolean);
  readonly streams?: boolean;
  readonly readsBulk?: boolean;
  readonly plan?: (context: Record<string, unknown>) => unknown;
  readonly prepare?: (context: Record<string, unknown>) => unknown;
  readonly undo?: (context: Record<string, unknown>) => Promise<void>;
  readonly messagesToLoad?: (context: Record<string, unknown>) => readonly number[];
  readonly run?: (context: Record<string, unknown>) => unknown;
  readonly shape?: (context: Record<string, unknown>) => unknown;
  readonly absent?: (context: Record<string, unknown>) => unknown;
  readonly founds?: (context: Record<string, unknown>) => number;
  readonly organization?: (params: Record<string, unknown>) => string;
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

export function workerEndpoint<P extends Parameters, R extends ReplyFields>({
  answer,
  ...definition
}: WorkerEndpoint<P, R>): Endpoint {
  return erase("worker", { ...definition, by: "anyone", shape: answer });
}

/** The long poll of an event queue: the platform's own, for it waits as no other endpoint does. */
export const pollEndpoint = (definition: {
  route: Route;
  params: Parameters;
  reply: ReplyFields;
  /** The endpoint that makes a queue, for a poll that names none. */
  register: Endpoint;
}): Endpoint => ({ by: "user", aliases: [], background: true, ...definition, kind: "poll" });

/** The one place where the endpoints' own types are given up, for a table of them all. */
function erase(kind: Endpoint["kind"], definition: object): Endpoint {
  return { by: "user", aliases: [], ...definition, kind } as unknown as Endpoint;
}

/** What is counted together: calls of the API; files, of which one page shows many; callers who are not admitted. */
export type Counted = "calls" | "files" | "refusals";
