import { join } from "node:path";
import { unlessFull } from "../system/disk-space.ts";
import { readIfThere, writeDurable } from "../system/durable.ts";

/** The note that a server keeps about itself in its data directory, while it runs: other commands find it by that. */
export interface ServerNote {
  readonly pid: number;
  /** The server's site, and the address by which this machine's own programs connect: once it serves. */
  readonly url?: string;
  readonly address?: string;
  /** The number of times that the program was loaded anew, and why it was not the last time; none in a terminal. */
  readonly reloads?: { readonly count: number; readonly problem: string | null };
}

export const noteFile = (data: string) => join(data, "run", "server.json");

/** @returns null where no server runs with the data directory */
export function readServerNote(data: string): ServerNote | null {
  const text = readIfThere(noteFile(data));
  return text === null ? null : JSON.parse(text);
}

export function writeServerNote(data: string, note: ServerNote) {
  const file = noteFile(data);
  unlessFull(file, "commands may not find the server", () => writeDurable(file, JSON.stringify(note)));
}
