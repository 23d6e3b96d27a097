/** A delivery of a service, as a test that people can make: it has no id, so that it can be delivered again. */
export interface DeliverySample {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Headers = Readonly<Record<string, string>>;

export const json = (payload: object, headers: Headers = {}): DeliverySample => ({
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(payload),
});

export const form = (fields: Readonly<Record<string, string>>, headers: Headers = {}): DeliverySample => ({
  headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
  body: new URLSearchParams(fields).toString(),
});
