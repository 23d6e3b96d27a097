import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "../progress.ts";
import { fill } from "./fill.ts";
import { schemaFingerprint } from "./fingerprint.ts";
import type { Organization, Size } from "./people.ts";

export const sizes = {
  /** For --quick. */
  small: { users: 60, channels: 8, messages: 300 },
  /** For the web client, most of whose work depends on how large the organization is. */
  team: { users: 200, channels: 40, messages: 4000 },
  standard: { users: 10_000, channels: 1000, messages: 20_000 },
  large: { users: 10_000, channels: 1000, messages: 1_000_000 },
} satisfies Record<string, Size>;
export type SizeName = keyof typeof sizes;

/** The filled organizations in a directory. Each is filled when it is first needed, and again after a schema change. */
export class Organizations {
  readonly #directory: string;
  readonly #progress: Progress;
  #fingerprint: Promise<string> | undefined;

  constructor(directory: string, progress: Progress) {
    this.#directory = directory;
    this.#progress = progress;
  }

  /** Returns a filled organization, or null if it doesn't exist or doesn't have the current schema. */
  async existing(name: SizeName): Promise<Organization | null> {
    const data = join(this.#directory, name);
    const made = read(`${data}.json`);
    this.#fingerprint ??= schemaFingerprint();
    return made?.fingerprint === (await this.#fingerprint) && existsSync(data) ? { ...made, data } : null;
  }

  /** Returns a filled organization, and fills it first if necessary. */
  async filled(name: SizeName): Promise<Organization> {
    const found = await this.existing(name);
    if (found !== null) return found;
    const data = join(this.#directory, name);
    const size = sizes[name];
    rmSync(data, { recursive: true, force: true });
    rmSync(`${data}.json`, { force: true });
    mkdirSync(data, { recursive: true });
    const made = { size, ...(await fill(data, size, this.#progress)) };
    writeFileSync(`${data}.json`, JSON.stringify({ ...made, fingerprint: await this.#fingerprint }));
    return { ...made, data };
  }

  /** Makes a copy that a run can change. */
  copyOf(organization: Organization): Organization {
    const data = join(this.#directory, "copy");
    rmSync(data, { recursive: true, force: true });
    cpSync(organization.data, data, { recursive: true, filter: (path) => !path.endsWith("/run") });
    return { ...organization, data };
  }
}

type StoredOrganization = Omit<Organization, "data"> & { readonly fingerprint: string };

function read(file: string): StoredOrganization | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as StoredOrganization) : null;
}
