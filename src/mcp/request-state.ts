import { createHash, createHmac } from "node:crypto";
import { canonical, type Json } from "../util/canonical.ts";
import { isSameSecret } from "../util/is-same.ts";
import { invalidParams } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** Time the user has to answer. */
const LIFETIME_MS = 600_000;
const MAX_CHARACTERS = 100_000;

/** The call that a state belongs to. The state can't be opened in any other call. */
interface Call {
  readonly method: string;
  readonly params: JsonObject;
}

interface SealedState {
  readonly call: string;
  readonly until: number;
  readonly state: unknown;
}

/** Seals a state before it passes through the client, which could change it or send it with another call. */
export function sealState(key: string, call: Call, state: unknown, now: number): string {
  const sealed: SealedState = { call: digestOf(call), until: now + LIFETIME_MS, state };
  const text = Buffer.from(JSON.stringify(sealed)).toString("base64url");
  return `${text}.${signature(key, text)}`;
}

/** Opens a sealed state. Throws if it wasn't sealed for this call and key, or is too old. */
export function openState(key: string, call: Call, sealed: string, now: number): unknown {
  const [text = "", given = "", ...more] = sealed.split(".");
  const isOurs = sealed.length <= MAX_CHARACTERS && more.length === 0 && isSameSecret(given, signature(key, text));
  if (!isOurs) throw invalidParams("requestState is not of this server");
  const { call: made, until, state }: SealedState = JSON.parse(Buffer.from(text, "base64url").toString());
  if (made !== digestOf(call)) throw invalidParams("requestState belongs to another call");
  if (until < now) throw invalidParams("requestState is too old: call again without it");
  return state;
}

const signature = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

const digestOf = ({ method, params }: Call): string => {
  const said = { method, name: params["name"] ?? params["uri"] ?? "", arguments: params["arguments"] ?? {} };
  return createHash("sha256")
    .update(canonical(said as unknown as Json))
    .digest("base64url");
};
