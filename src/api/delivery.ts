/** A request from another service, in that service's own format, as received. */
export interface Delivery {
  readonly headers: Pick<Headers, "get">;
  /** Query parameters, except for the API key. */
  readonly query: ReadonlyMap<string, string>;
  readonly body: string;
  /** Form fields without files, or null if the body isn't a form. */
  readonly form: ReadonlyMap<string, string> | null;
}
