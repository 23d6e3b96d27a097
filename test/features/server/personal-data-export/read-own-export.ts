import { createHash } from "node:crypto";
import { readTar } from "../../../../src/archive-format/tar-reader.ts";
import type { Browser } from "../../../support/browser.ts";
import type { Json } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

/** Waits until an export is finished, and downloads it. */
export async function downloadWhenDone(browser: Browser, list: () => Promise<Json>): Promise<Blob> {
  const { export_url } = await until(async () => {
    const one = (await list()).at(-1);
    if (one.pending) throw new Error("still pending");
    return one;
  });
  const response = await browser.fetch("GET", new URL(export_url).pathname);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.blob();
}

/**
 * Returns the members of a tar, by name. Throws if the manifest has a wrong digest, or lists a member that is missing.
 */
export async function membersOf(tar: Blob): Promise<Map<string, Uint8Array>> {
  const members = new Map<string, Uint8Array>();
  for await (const { name, at, size } of readTar(tar)) {
    members.set(name, new Uint8Array(await tar.slice(at, at + size).arrayBuffer()));
  }
  return members;
}

export const digestOf = (bytes: Uint8Array | undefined) =>
  createHash("sha256")
    .update(bytes ?? new Uint8Array())
    .digest("hex");

export const textOf = (members: ReadonlyMap<string, Uint8Array>, name: string): string =>
  new TextDecoder().decode(members.get(name));
export const jsonOf = (members: ReadonlyMap<string, Uint8Array>, name: string): Json =>
  JSON.parse(textOf(members, name));
