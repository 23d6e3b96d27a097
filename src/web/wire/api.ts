export type Fields = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The milliseconds to wait for the answer; 30,000 if absent. */
  readonly timeout?: number;
}

/**
 * The API, called as the account that is logged in, such as `api.post("/messages/5/reactions", { emoji_name: "tada" })`.
 * Values other than strings are sent as JSON. Calls reject with `Refused` or `Unreachable` (refused.ts).
 */
export interface Api {
  get<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  post<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  patch<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  delete<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
}
