import { Buffer } from "node:buffer";
import { DAY, HOUR, type Seconds } from "../../../../util/time.ts";
import type { ServiceAnswer } from "../mobile/push-service.ts";
import { encrypt } from "./encrypt.ts";
import { authorization, type Sender } from "./vapid.ts";
import { isOfApple, type WebDevice } from "./web-devices.ts";
import { declared, isShown } from "./web-payload.ts";

/** A notification for one browser. Only that browser can read it. */
export interface WebPush {
  readonly device: WebDevice;
  readonly payload: object;
  readonly isUrgent: boolean;
  /** Only the newest push of this conversation is kept for an unreachable browser; null keeps all. */
  readonly conversation: string | null;
  /** How long the push stays relevant. By default, as long as a push about a message. */
  readonly keptFor?: Seconds | undefined;
}

/** The push service's answer to one push, and whether the browser no longer gets pushes. */
export interface WebResult {
  readonly push: WebPush;
  readonly answer: ServiceAnswer;
  readonly isGone: boolean;
}

/**
 * How long push services keep undelivered pushes. A message is relevant for a day; its removal is kept an hour longer.
 */
const KEPT_FOR: Seconds = DAY;
const SILENT_KEPT_FOR = (DAY + HOUR) as Seconds;

/** Maximum bytes accepted by push services, minus those that encryption adds: header, delimiter and tag. */
const MAX_CONTENT_BYTES = 4096 - 86 - 1 - 16;

/** Sends pushes to browsers, each in a request to its own push service. */
export async function sendWeb(
  sender: Sender,
  pushes: readonly WebPush[],
  signal: AbortSignal,
): Promise<readonly WebResult[]> {
  const origins = [...new Set(pushes.map(({ device }) => new URL(device.endpoint).origin))];
  const headers = new Map(
    await Promise.all(origins.map(async (origin) => [origin, await authorization(sender, origin)] as const)),
  );
  return Promise.all(
    pushes.map((push) => sendOne(push, headers.get(new URL(push.device.endpoint).origin) ?? "", signal)),
  );
}

async function sendOne(push: WebPush, authorized: string, signal: AbortSignal): Promise<WebResult> {
  const result = (answer: ServiceAnswer, isGone = false) => ({ push, answer, isGone });
  const body = await encrypt(contentOf(push), push.device).catch(() => undefined);
  // The key isn't a point on the curve, so nothing can ever be encrypted for it.
  if (body === undefined) return result({ kind: "done", reply: null }, true);
  let response: Response;
  try {
    response = await fetch(push.device.endpoint, {
      method: "POST",
      // Following a redirect would call an unchecked address.
      redirect: "manual",
      headers: await headersOf(push, authorized),
      body,
      signal,
    });
  } catch {
    return result({ kind: "unreachable" });
  }
  await response.body?.cancel();
  const { ok, status } = response;
  if (ok) return result({ kind: "done", reply: null });
  if (status === 404 || status === 410) return result({ kind: "done", reply: null }, true);
  if (status === 429 || status >= 500) return result({ kind: "failed", status });
  return result({ kind: "refused", code: `HTTP_${status}` });
}

function contentOf({ device, payload }: WebPush): Uint8Array {
  const plain = Buffer.from(JSON.stringify(payload));
  if (!isOfApple(device.endpoint) || !isShown(payload)) return plain;
  const content = Buffer.from(JSON.stringify(declared(payload)));
  return content.length > MAX_CONTENT_BYTES ? plain : content;
}

async function headersOf({ device, isUrgent, conversation, keptFor }: WebPush, authorized: string) {
  return {
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    authorization: authorized,
    ttl: String(keptFor ?? (isUrgent ? KEPT_FOR : SILENT_KEPT_FOR)),
    urgency: isUrgent ? "high" : "normal",
    ...(conversation !== null && { topic: await topicOf(device, conversation) }),
  };
}

/** Returns a conversation's name for one browser's push service, hashed so that it reveals nothing to the service. */
async function topicOf({ auth }: WebDevice, conversation: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", Buffer.from(`${auth} ${conversation}`));
  return Buffer.from(hash).toString("base64url").slice(0, 32);
}
