import { join } from "node:path";
import { unlessFull } from "../os/disk-space.ts";
import { readIfThere, writeDurable } from "../os/durable.ts";

/** A running server's note about itself in its data directory, which other commands use to find the server. */
export interface ServerNote {
  readonly pid: number;
  /** The server's site, and the address for programs on this machine. Set once it serves. */
  readonly url?: string;
  readonly address?: string;
  /** Number of reloads, and why the last one failed. Not set if the server runs in a terminal. */
  readonly reloads?: { readonly count: number; readonly problem: string | null };
}

export const noteFile = (data: string) => join(data, "run", "server.json");

/** @returns null if no server uses the data directory */
export const readServerNote = (data: string): ServerNote | null => JSON.parse(readIfThere(noteFile(data)) ?? "null");

export function writeServerNote(data: string, note: ServerNote) {
  const file = noteFile(data);
  unlessFull(file, "commands may not find the server", () => writeDurable(file, JSON.stringify(note)));
}
