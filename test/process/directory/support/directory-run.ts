import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { type Json, ownerOf, type Person } from "../../support/person.ts";
import { runHere } from "../../support/run-here.ts";
import { freshData, type Server, start } from "../../support/server.ts";
import { CERTIFICATE, GROUPS, PEOPLE, READER } from "./tree.ts";

/** The settings of a run: TOML values and tables, by name. */
type Settings = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** A server with a SCIM connection, and the command that syncs a directory to it. */
export class DirectoryRun {
  readonly owner: Person;
  readonly server: Server;
  readonly token: string;
  readonly #folder: string;

  private constructor(server: Server, owner: Person, token: string) {
    this.server = server;
    this.owner = owner;
    this.token = token;
    this.#folder = freshData();
  }

  static async start(args: string[] = ["--rate-limits", "off"]): Promise<DirectoryRun> {
    const server = await start({ args });
    const owner = await ownerOf(server);
    const terms = { name: "LDAP", kind: "other" };
    const { token } = await owner.askInBrowser(server.password ?? "", "POST", "/scim/connections", terms);
    return new DirectoryRun(server, owner, token);
  }

  /** Returns the usual settings with some of them replaced. `ldap` must include the URL. */
  settings(others: Settings & { readonly ldap: Readonly<Record<string, unknown>> }): Settings {
    const usual: Readonly<Record<string, string | Readonly<Record<string, unknown>>>> = {
      kind: "openldap",
      parley: { address: `${this.server.url}/scim/v2` },
      ldap: { bind_dn: READER.dn, password: READER.password, ca_file: CERTIFICATE.authority },
      users: { base: PEOPLE },
      groups: { base: GROUPS },
    };
    return Object.fromEntries(
      [...new Set([...Object.keys(usual), ...Object.keys(others)])].map((name) => {
        const [own, other] = [usual[name], others[name]];
        return [
          name,
          typeof own === "object" && typeof other === "object" ? { ...own, ...other } : (other ?? own ?? ""),
        ];
      }),
    );
  }

  async sync(settings: Settings, ...args: string[]): Promise<{ readonly status: number; readonly output: string }> {
    const file = join(this.#folder, "directory.toml");
    writeFileSync(file, toml(settings), { mode: 0o600 });
    vi.stubEnv("PARLEY_SCIM_TOKEN", this.token);
    try {
      return await runHere("directory", "sync", ...args, file);
    } finally {
      vi.unstubAllEnvs();
    }
  }

  /** Runs the command, and returns the lines of its output. Throws unless the command ends with the given status. */
  async lines(status: number, settings: Settings, ...args: string[]): Promise<string[]> {
    const ran = await this.sync(settings, ...args);
    if (ran.status !== status) throw new Error(`it ended with ${ran.status}: ${ran.output}`);
    return ran.output.trimEnd().split("\n");
  }

  /** Returns the organization's users by email, except for bots and the owner. */
  async people(): Promise<Record<string, { name: string; active: boolean; id: number }>> {
    const { members } = await this.owner.ok(this.owner.get("/users"));
    return Object.fromEntries(
      members
        .filter((one: Json) => !one.is_bot && one.user_id !== this.owner.id)
        .map((one: Json) => [one.delivery_email, { name: one.full_name, active: one.is_active, id: one.user_id }]),
    );
  }

  /**
   * Returns the organization's groups, except for system groups, with their members' ids and the names of their
   * subgroups.
   */
  async groups(): Promise<Record<string, { members: number[]; groups: string[] }>> {
    const { user_groups } = await this.owner.ok(this.owner.get("/user_groups"));
    const names = new Map(user_groups.map((one: Json) => [one.id, one.name]));
    return Object.fromEntries(
      user_groups
        .filter((one: Json) => !one.is_system_group)
        .map((one: Json) => [
          one.name,
          { members: one.members.toSorted(), groups: one.direct_subgroup_ids.map((id: number) => names.get(id)) },
        ]),
    );
  }
}

const written = (value: unknown): string => JSON.stringify(value);

const toml = (settings: Settings): string =>
  Object.entries(settings)
    .toSorted(([, one], [, other]) => Number(typeof one === "object") - Number(typeof other === "object"))
    .flatMap(([name, value]) =>
      typeof value === "object"
        ? [`[${name}]`, ...Object.entries(value).map(([key, inner]) => `${key} = ${written(inner)}`)]
        : [`${name} = ${written(value)}`],
    )
    .join("\n");
