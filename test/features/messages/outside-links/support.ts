import { features } from "../../../../src/features.ts";
import { Browser, type BrowserReply } from "../../../support/browser.ts";
import type { Json } from "../../../support/person.ts";

/** All types of events that a queue can receive. */
export const EVENT_TYPES = [...new Set(features.flatMap(({ events = [] }) => events.map(({ kind }) => kind.type)))];

/** Joins through a link, like a stranger's browser. */
export async function comeIn(host: string, url: string, name = "Ana", fields: Json = {}): Promise<Browser> {
  const browser = new Browser(host);
  const answer = await browser.fetch("POST", new URL(url).pathname, { full_name: name, ...fields });
  if (answer.status !== 303) throw new Error(await answer.text());
  return browser;
}

export async function done(reply: Promise<BrowserReply>): Promise<Json> {
  const { status, body } = await reply;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
