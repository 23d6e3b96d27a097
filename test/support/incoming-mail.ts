import { env, exports } from "cloudflare:workers";
import type { Env } from "../../src/config/env.ts";
import { readMailPattern } from "../../src/config/mail-pattern.ts";
import worker from "../../src/worker.ts";
import { withConfig, withEnv } from "./object.ts";
import type { Json, Person } from "./person.ts";

export const MAIL_IN = "%s@in.example.org";
export const SECRET = "the secret of the server for mail";

/** Lets mail come in while the work is done. */
export const withMailIn = (person: Person, work: () => Promise<void>, pattern = MAIL_IN): Promise<void> =>
  withEnv({ MAIL_IN: pattern, MAIL_IN_SECRET: SECRET }, () =>
    withConfig(person, { mailIn: readMailPattern(pattern) ?? null, mailInSecret: SECRET }, work),
  );

/** A mail in the form in which it travels; lines end as RFC 5322 wants it. */
export function rawMail(headers: Record<string, string>, body = ""): string {
  const all = { From: "Una Outside <una@elsewhere.example>", "Message-ID": `<${crypto.randomUUID()}@x>`, ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [...head, "", body].join("\n").replace(/\r?\n/g, "\r\n");
}

/** Hands a mail over as a server for mail does; returns the status, and what the answer says. */
export async function handOver(
  to: string,
  raw: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const response = await exports.default.fetch("http://localhost/mail/in", {
    method: "POST",
    headers: { Authorization: `Bearer ${SECRET}`, "X-Envelope-To": to, ...headers },
    body: raw,
  });
  return { status: response.status, body: await response.json() };
}

/** Hands a mail over as Cloudflare does; returns why it is rejected, or throws where it is to come again. */
export async function receive(to: string, raw: string, from = "una@elsewhere.example"): Promise<string | undefined> {
  let reason: string | undefined;
  const bytes = new TextEncoder().encode(raw);
  const message = {
    ...{ from, to, rawSize: bytes.length, raw: new Blob([bytes]).stream() },
    setReject(text: string) {
      reason = text;
    },
  };
  await worker.email(message, env as unknown as Env);
  return reason;
}

/** The address of a channel for somebody, in whose name it is by default the gateway's. */
export const mailAddressOf = async (person: Person, channel: number, sender?: Person): Promise<string> =>
  (await person.ok(person.get(`/streams/${channel}/email_address`, sender ? { sender_id: sender.id } : {}))).email;

/** The newest messages that somebody can read, oldest first. */
export const newestMessages = async (person: Person, count = 1): Promise<Json[]> =>
  (
    await person.ok(
      person.get("/messages", { anchor: "newest", num_before: count, num_after: 0, apply_markdown: "false" }),
    )
  ).messages;
