import { Buffer } from "node:buffer";

export type Fields = Readonly<Record<string, string | number | boolean | readonly unknown[] | object>>;

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly key: string;
  /** The host of the account's organization. Undefined for the server's first organization. */
  readonly host?: string;
}

export const authorizationOf = ({ email, key }: Account): string =>
  `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;

/** Builds the text of an API request. */
export function apiRequest(method: string, path: string, account: Account, fields: Fields = {}): string {
  const form = formOf(fields).toString();
  const authorization = `authorization: ${authorizationOf(account)}\r\n`;
  const target = `/api/v1${path}`;
  const { host } = account;
  if (method === "GET") return request("GET", form === "" ? target : `${target}?${form}`, authorization, "", host);
  return request(method, target, `${authorization}content-type: application/x-www-form-urlencoded\r\n`, form, host);
}

/** Encodes parameters of an API request as clients do. */
export const formOf = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, encoded(value)]));

const encoded = (value: Fields[string]) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Builds the text of an HTTP request. Each character of the body is a byte, as in URL-encoded forms. */
export function request(method: string, target: string, headers = "", body = "", host = "localhost"): string {
  const length = method === "GET" ? "" : `content-length: ${body.length}\r\n`;
  return `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nuser-agent: ParleyBench/1\r\n${headers}${length}\r\n${body}`;
}
