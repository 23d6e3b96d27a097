import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import type { Log } from "../../../logging/log.ts";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { readText } from "../../../outbound-http/bounded-body.ts";
import { PARLEY_VERSION } from "../../../protocol/version.ts";
import { webAddress } from "../../../protocol/web-address.ts";
import { machineClock } from "../../../util/clock.ts";
import { foreignJson } from "../../../util/foreign-json.ts";
import { DAY_MS, type Milliseconds } from "../../../util/time.ts";

/** Response of NEW_VERSION_URL: the newest version, whether it fixes a security problem, and where it is described. */
const noticeSchema = v.object({
  version: v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  security: v.optional(v.boolean(), false),
  url: v.optional(v.pipe(webAddress, v.maxLength(500))),
});
type Notice = v.InferOutput<typeof noticeSchema>;

/** Only present if there is a newer version. */
export const newer = { newer: v.optional(noticeSchema) };

/** Short, because once a day, a request for the server's state waits for the response. */
const LIMITS = { timeoutMs: 2000, mostBytes: 4096 };

let asked: { readonly url: string; readonly at: Milliseconds } | undefined;
let notice: Notice | undefined;

/** Returns the newest version if it is newer than this one. Checks for it at most once a day. Never throws. */
export async function newerVersion(worker: { config: Config; env: Env; log: Log }): Promise<{ newer?: Notice }> {
  const { newVersionUrl: url } = worker.config;
  if (url === null) return {};
  const now = machineClock.milliseconds();
  if (asked?.url !== url || now - asked.at >= DAY_MS || now < asked.at) {
    if (asked?.url !== url) notice = undefined;
    // Set before the request, so that no other request is sent in the meantime.
    asked = { url, at: now };
    notice = await ask(worker, url).catch((error: unknown) => {
      worker.log.info("newest_version_unknown", { problem: String(error).slice(0, 300) });
      return notice;
    });
  }
  return notice !== undefined && isNewer(notice.version, PARLEY_VERSION) ? { newer: notice } : {};
}

async function ask(worker: { config: Config; env: Env }, url: string): Promise<Notice> {
  const headers = { accept: "application/json", "user-agent": `Parley/${PARLEY_VERSION}` };
  const { status, body } = await askOutside(worker, url, { headers, ...LIMITS });
  const text = await readText(body);
  if (status !== 200) throw new Error(`status ${status}`);
  return v.parse(noticeSchema, foreignJson(text));
}

/** True if a released version is newer than this one, which can be a prerelease (1.1.0-dev). */
export function isNewer(version: string, own: string): boolean {
  const [released, mine] = [version, own].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number));
  const index = (released ?? []).findIndex((number, at) => number !== mine?.[at]);
  return index < 0 ? own.includes("-") : (released?.[index] ?? 0) > (mine?.[index] ?? 0);
}
