import { exports } from "cloudflare:workers";
import type { Json } from "./person.ts";

/** A response of `/json`. */
export interface BrowserReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** A browser with cookies. Its requests to `/json` contain the CSRF token from the cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Attributes of each cookie as last set. */
  readonly attributes = new Map<string, string>();

  constructor(
    readonly host: string,
    readonly scheme: "http" | "https" = "http",
  ) {}

  get csrf(): string {
    return this.cookies.get("csrftoken") ?? "";
  }

  async fetch(
    method: string,
    path: string,
    fields: Json = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const query = method === "GET" && form.size > 0 ? `?${form}` : "";
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await exports.default.fetch(`${this.scheme}://${this.host}${path}${query}`, {
      method,
      redirect: "manual",
      headers: { Host: this.host, Cookie: cookie, ...headers },
      ...(method !== "GET" && method !== "HEAD" && { body: form }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    return response;
  }

  /** Sends a request to `/json`, as a page's script does. */
  async ask(method: string, path: string, fields: Json = {}): Promise<BrowserReply> {
    const response = await this.fetch(method, `/json${path}`, fields, { "X-CSRFToken": this.csrf });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  #keep(set: string): void {
    const [pair = "", ...attributes] = set.split("; ");
    const [name = "", value = ""] = pair.split("=");
    this.attributes.set(name, attributes.join("; "));
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Returns a browser in which a user is logged in. */
export async function browserOf(host: string, username: string, scheme?: "http" | "https"): Promise<Browser> {
  const browser = new Browser(host, scheme);
  const response = await browser.fetch("POST", `/api/v1/dev_fetch_api_key?username=${encodeURIComponent(username)}`);
  if (response.status !== 200) throw new Error(await response.text());
  return browser;
}
