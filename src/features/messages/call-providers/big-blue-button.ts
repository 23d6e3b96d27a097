import { createHash, createHmac } from "node:crypto";
import * as v from "valibot";
import { badRequest } from "../../../protocol/errors.ts";
import { userIdSchema } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { randomUuid } from "../../../util/random.ts";

const meetingSchema = v.object({
  id: v.string(),
  name: v.string(),
  voice_only: v.boolean(),
  moderator: userIdSchema,
});
type Meeting = Readonly<v.InferOutput<typeof meetingSchema>>;

/**
 * Returns a link to a meeting, which is created when the link is opened. The server stores nothing. The link is signed,
 * so that no one can forge a link to another meeting of the service, or with another moderator.
 */
export function meetingLink(realm: Realm, meeting: Omit<Meeting, "id">): string {
  const { secret } = serviceOf(realm);
  const id = `parley-${randomUuid(realm.random)}`;
  const content = Buffer.from(JSON.stringify({ ...meeting, id })).toString("base64url");
  return `/calls/bigbluebutton/join?bigbluebutton=${content}.${signature(realm, secret, content)}`;
}

/** Returns the meeting a link leads to. Throws if this organization didn't sign it. */
export function parseMeetingLink(realm: Realm, signed: string): Meeting {
  const { secret } = serviceOf(realm);
  const [, content = "", given = ""] = /^([\w-]+)\.([\w-]+)$/.exec(signed) ?? [];
  if (!isSameSecret(given, signature(realm, secret, content))) throw badRequest("Invalid signature.");
  return v.parse(meetingSchema, JSON.parse(Buffer.from(content, "base64url").toString()));
}

/** Returns a URL of BigBlueButton's API. Calls are signed with the secret it shares with this server. */
export function serviceUrl(realm: Realm, call: "create" | "join", fields: Record<string, string>): string {
  const { url, secret } = serviceOf(realm);
  const query = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const checksum = createHash("sha256").update(`${call}${query}${secret}`).digest("hex");
  return `${url.replace(/\/+$/, "")}/api/${call}?${query}&checksum=${checksum}`;
}

function serviceOf(realm: Realm): { url: string; secret: string } {
  if (realm.config.bigBlueButton === null) throw badRequest("BigBlueButton is not configured.");
  return realm.config.bigBlueButton;
}

const signature = (realm: Realm, secret: string, content: string): string =>
  createHmac("sha256", secret).update(`link of ${realm.id} ${content}`).digest("base64url");
