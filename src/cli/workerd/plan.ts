import { crc32 } from "node:zlib";
import type { MiniflareOptions } from "miniflare";
import type { WorkerCode } from "./worker-code.ts";

type WorkerConfig = MiniflareOptions["workers"][number]["config"];

export interface WorkerPlan<Code = WorkerCode> {
  readonly name: string;
  readonly code: Code;
  readonly bindings: Pick<WorkerConfig, "env" | "exports">;
  /**
   * Loopback port that leads directly to the Worker, or 0 for any. The regular port goes through another Worker, which
   * is slow.
   */
  readonly port?: number;
}

/** The data directory, the distinctly named executable of workerd, and a folder for temporary files. */
export interface DataFolders {
  readonly path: string;
  readonly runtime: string;
  readonly temporary: string;
}

/** What workerd runs. Sent to another process as plain data. */
export interface Plan<Code = WorkerCode> {
  readonly data: DataFolders;
  readonly compatibilityDate: string;
  readonly workers: readonly WorkerPlan<Code>[];
  /** Names of the bindings whose values workerd takes from its environment. */
  readonly variables: readonly string[];
  readonly v8Flags: string;
  /** With `--hold-outgoing`: the only URL the program can reach, and the token it needs there. */
  readonly onlyOutgoing?: { readonly url: string; readonly token: string };
}

/** Returns the id of a bulk database, numbered from 1. */
export const bulkDatabaseId = (number: number): string => (number === 1 ? "db" : `db${number}`);

export const ENVIRONMENT_PREFIX = "PARLEY_BINDING_";

export const IMAGES_SERVICE = "images:binding:IMAGES";

/** A workerd configuration that can be cached, because it has no paths and no values of variables. */
export interface Configuration {
  /** Name of each disk service, and its folder below the data directory. */
  readonly disks: Readonly<Record<string, string>>;
  readonly message: Buffer;
}

// A configuration file has the disks and a checksum in one line of JSON, followed by the message. The checksum is
// needed because a power failure can damage the file.

export function writeConfiguration({ disks, message }: Configuration): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ disks, checksum: crc32(message) })}\n`), message]);
}

export function readConfiguration(file: Buffer): Configuration {
  const end = file.indexOf("\n");
  const { disks, checksum } = JSON.parse(file.subarray(0, end).toString());
  const message = file.subarray(end + 1);
  if (crc32(message) !== checksum) throw new Error("the configuration is damaged");
  return { disks, message };
}
