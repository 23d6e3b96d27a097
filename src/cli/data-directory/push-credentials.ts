import { rmSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, writeDurable } from "../os/durable.ts";
import { giveToOwner } from "../os/ownership.ts";

/**
 * A settings file in the data directory, written by `parley register-push` and read at start after all others. It is
 * separate from parley.toml, which is the operator's own and can belong to another user or be read-only. Only the owner
 * can read it.
 */
export const PUSH_FILE = "push-service.toml";

/** A push service, and the server's key for it: id and password, separated by a colon. */
export interface PushCredentials {
  readonly service: string;
  readonly key: string;
}

/** @returns undefined if there are none, or they are incomplete */
export function readPushCredentials(data: string): PushCredentials | undefined {
  const entries = (readIfThere(join(data, PUSH_FILE)) ?? "").matchAll(/^push_service_(url|key) = "(.+)"$/gm);
  const { url, key } = Object.fromEntries(Array.from(entries, ([, name, value]) => [name, value]));
  return url && key ? { service: url, key } : undefined;
}

export function writePushCredentials(data: string, { service, key }: PushCredentials) {
  const head = "# The server's registration at its push service. parley register-push wrote it; the key is a secret.";
  const entries = [`push_service_url = "${service}"`, `push_service_key = "${key}"`];
  writeDurable(join(data, PUSH_FILE), `${[head, ...entries].join("\n")}\n`);
  giveToOwner(data);
}

export const removePushCredentials = (data: string) => rmSync(join(data, PUSH_FILE), { force: true });
