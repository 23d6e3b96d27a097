import { env, exports } from "cloudflare:workers";
import { vi } from "vitest";
import type { Env } from "../../src/config/env.ts";
import { readMailPattern } from "../../src/config/mail-pattern.ts";
import worker from "../../src/worker.ts";
import { executeSql, withConfig, withEnv } from "./object.ts";
import type { Json, Person } from "./person.ts";

const MAIL_IN = "%s@in.example.org";
export const SECRET = "the secret of the server for mail";

/** Enables incoming email while `work` runs. */
export const withMailIn = (person: Person, work: () => Promise<void>, pattern = MAIL_IN): Promise<void> =>
  withEnv({ MAIL_IN: pattern, MAIL_IN_SECRET: SECRET }, () =>
    withConfig(person, { mailIn: readMailPattern(pattern) ?? null, mailInSecret: SECRET }, work),
  );

/** Returns a raw email whose lines end as RFC 5322 requires. */
export function rawMail(headers: Record<string, string>, body = ""): string {
  const all = { From: "Una Outside <una@elsewhere.example>", "Message-ID": `<${crypto.randomUUID()}@x>`, ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [...head, "", body].join("\n").replace(/\r?\n/g, "\r\n");
}

/** Delivers an email as a mail server does. Returns the status and the body of the response. */
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

/** Delivers an email as Cloudflare does. Returns the reason if it is rejected. Throws if Cloudflare should retry. */
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

/**
 * Returns a user's email address for a channel. Its messages are sent by the email gateway, or by `sender` if given.
 */
export const mailAddressOf = async (person: Person, channel: number, sender?: Person): Promise<string> =>
  (await person.ok(person.get(`/streams/${channel}/email_address`, sender ? { sender_id: sender.id } : {}))).email;

/** Returns the newest messages that a user can read, oldest first. */
export const newestMessages = async (person: Person, count = 1): Promise<Json[]> =>
  (
    await person.ok(
      person.get("/messages", { anchor: "newest", num_before: count, num_after: 0, apply_markdown: "false" }),
    )
  ).messages;

/**
 * Runs `work`. While its first file is being stored, other files fill the organization's quota of 16 MiB up to the last
 * byte.
 */
export async function withQuotaFilling(person: Person, work: () => Promise<void>): Promise<void> {
  const put = env.UPLOADS.put.bind(env.UPLOADS) as (...given: unknown[]) => Promise<R2Object>;
  const spy = vi.spyOn(env.UPLOADS, "put").mockImplementationOnce(async (...given: unknown[]) => {
    await executeSql(person, "UPDATE upload_space SET used = ?", 16 * 1_048_576 - 1);
    return put(...given);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
}

/** Returns an email with files. Its text is as long as a message can be. */
export const mailWithFiles = (...files: readonly (readonly [name: string, size: number])[]): string =>
  [
    "From: a@b.example",
    `Message-ID: <${crypto.randomUUID()}@x>`,
    "Subject: Files",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "x".repeat(9990),
    ...files.flatMap(([name, size]) => [
      "--b",
      `Content-Type: text/plain; name="${name}"`,
      "Content-Disposition: attachment",
      "",
      "y".repeat(size),
    ]),
    "--b--",
  ].join("\r\n");
