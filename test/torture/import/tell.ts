import { rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Json, ownerOf, Person } from "../../process/support/person.ts";
import { until } from "../../process/support/processes.ts";
import { run } from "../../process/support/script.ts";
import { normalised } from "../../support/normalised-archive.ts";
import { seenBy } from "../../support/seen-by.ts";
import { Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { differences } from "../load/clients.ts";
import { readWhole } from "./read-whole.ts";
import { countsByKind, storedKeys } from "./stored-files.ts";

/** How long jobs may take to delete unneeded data, on a busy machine. */
const PATIENCE_MS = 60_000;
const MAX_MESSAGES = 5000;

/** Everything a server reports about its organization, independent of its ids. */
export interface Told {
  /** Tables of a whole export with its secrets. */
  readonly archive: Json;
  /** What some accounts see, by email. */
  readonly seen: Json;
  /** Number of stored files by kind. */
  readonly stored: Json;
}

/**
 * Requests everything from a server, as the owner and as `people`. Throws if the server's stores differ, or if files of
 * imports and exports remain.
 */
export async function tell(
  server: TortureServer,
  people: (url: string) => Promise<readonly (readonly [email: string, key: string])[]>,
): Promise<Told> {
  const owner = await ownerOf(server);
  const file = join(server.data, "told.tar");
  const exported = await run("export", "--data", server.data, "--secrets", "--quiet", file);
  if (exported.status !== 0) throw new Violation("the organization cannot be exported", exported.output.split("\n"));
  const archive = ofFounder(normalised(await readWhole(file)), owner.email);
  rmSync(file);
  const seen: Json = {};
  for (const [email, key] of [[owner.email, owner.key] as const, ...(await people(server.url))]) {
    seen[email] = await seenBy(new Person(server.url, email, key), MAX_MESSAGES);
  }
  await checkStores(server, owner);
  const ofJobs = () => storedKeys(server.data).filter((key) => /^\d+\/(imports|exports)\//.test(key));
  await until("what is not needed is deleted", () => ofJobs().length === 0, PATIENCE_MS).catch(() => {
    throw new Violation("files of imports and exports are left over", ofJobs().slice(0, 20));
  });
  const told: Told = { archive, seen, stored: countsByKind(storedKeys(server.data)) };
  // Generated addresses contain an import's secret.
  return JSON.parse(JSON.stringify(told).replaceAll(/imported-(\d+)-[0-9a-f]{8}@/g, "imported-$1@"));
}

/** Throws if the realm, D1 and R2 disagree. */
async function checkStores(server: TortureServer, owner: Person): Promise<void> {
  const { differences: found } = await owner.ok(owner.get("/testing/differences"));
  if (found.length > 0) throw new Violation("the realm and D1 do not agree", found);
  const repair = await run("repair", "--data", server.data, "--check", "--json");
  const said = repair.output.split("\n").slice(0, 60);
  if (repair.status !== 0) throw new Violation("npm run repair finds something wrong", said);
  if (JSON.parse(repair.output).found.unnamed_file_count > 0) throw new Violation("nothing names some files", said);
}

/** Removes the founder's join time and credentials, which differ from server to server. */
function ofFounder({ users, ...archive }: Json, founder: string): Json {
  const own = ({ date_joined: _, password_hash: __, api_key_hashes: ___, ...row }: Json) => row;
  return { ...archive, users: users.map((row: Json) => (row.delivery_email === founder ? own(row) : row)) };
}

/** Throws if two servers report different data. */
export function checkSame(what: string, expected: Told, found: Told): void {
  if (isDeepStrictEqual(expected, found)) return;
  const lines = (Object.keys(expected) as (keyof Told)[]).flatMap((part) => {
    return differences(expected[part], found[part], part).slice(0, 12);
  });
  throw new Violation(
    what,
    lines.map((line) => line.slice(0, 1000)),
  );
}
