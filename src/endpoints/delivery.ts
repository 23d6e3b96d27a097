/** A request that another service sends in a format of its own, as it has arrived. */
export interface Delivery {
  readonly headers: Pick<Headers, "get">;
  /** The parameters of the address, but for the API key. */
  readonly query: ReadonlyMap<string, string>;
  readonly body: string;
  /** The fields of a form, whose files are left out; null where the body is no form. */
  readonly form: ReadonlyMap<string, string> | null;
}
