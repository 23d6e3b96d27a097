import { realmUnavailable } from "../protocol/errors.ts";
import type { Credentials, RunCredentials } from "../rpc/credentials.ts";
import { isUnexpected } from "../rpc/failure-of.ts";
import type { RealmAnswer, RealmCall } from "../rpc/realm-call.ts";
import type { LimitState } from "../util/rate-limiter.ts";
import type { ApiRequest } from "./api-request.ts";
import { callRealm } from "./ask-realm.ts";
import type { ReadParameters } from "./request-values.ts";

/** The steps of one request in its organization's object, and the facts that accompany the object's responses. */
export class RealmConversation {
  /** Calls the caller has left, if calls are counted. */
  limit: LimitState | null;
  readonly #request: ApiRequest;
  readonly #read: ReadParameters;
  readonly #credentials: Credentials | RunCredentials | null;
  readonly #subdomain: string;
  #build: string | undefined;

  constructor(request: ApiRequest, read: ReadParameters) {
    this.#request = request;
    this.#read = read;
    this.#credentials = request.credentials();
    this.limit = request.admission?.limit ?? null;
    this.#build = request.context.config.build;
    const other = read.refused ? undefined : request.endpoint.organization?.(read.params);
    this.#subdomain = other ?? request.subdomain;
  }

  /** True if the request has no credentials and the endpoint requires some. */
  get isStranger(): boolean {
    const { by } = this.#request.endpoint;
    return this.#credentials === null && by !== "anyone" && by !== "spectator";
  }

  async ask(step: RealmCall["step"], prepared?: unknown): Promise<RealmAnswer> {
    const { endpoint, facts, fields, admission, context } = this.#request;
    const { params, refused } = this.#read;
    const region = refused ? undefined : endpoint.region?.(params);
    const mayRepeat = step === "plan" || step === "held" || isRepeatable(endpoint, params);
    const answer = await callRealm({ ...context, region }, mayRepeat, {
      subdomain: this.#subdomain,
      route: endpoint.route,
      step,
      counted: admission !== undefined,
      credentials: this.#credentials,
      params,
      refused,
      prepared,
      sendsFile: fields.files.length > 0,
      facts,
    });
    this.limit = answer.limit ?? this.limit;
    this.#build = answer.build;
    const { trail } = context;
    trail.user = answer.user ?? trail.user;
    if (answer.ok) trail.realm = answer.realm;
    return answer;
  }

  /**
   * An unexpected error after a response from another deployment is treated as a misread response, which is transient.
   */
  explain(error: unknown): unknown {
    if (this.#build === this.#request.context.config.build || !isUnexpected(error)) return error;
    return realmUnavailable("The server is being updated. Try again.", 2, error);
  }
}

const isRepeatable = ({ route, repeatable = false }: ApiRequest["endpoint"], params: Record<string, unknown>) =>
  route.startsWith("GET ") || (typeof repeatable === "function" ? repeatable(params) : repeatable);
