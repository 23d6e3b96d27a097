import { OVERDUE_MS } from "../data-directory/last-backup.ts";
import { command } from "../os/command.ts";
import { formatBytes, isScarce } from "../os/disk-space.ts";
import { Failure } from "../os/failure.ts";
import { printable } from "../os/printable.ts";
import { replyOf } from "../os/send.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";
import { listOrganizations, type Operator } from "./operator.ts";

const help = `Usage: parley operator status [options]

Reports the state of the server and all its organizations, without waking inactive ones: version,
size, whether D1 is behind, pending work, email, pushes, disk, last backup. The exit status is 1 if
something is wrong.

  --json                    as JSON, with all numbers
${serverHelp}

Example: parley operator status --data /var/lib/parley
`;

/** Numbers by series, such as `parley_jobs_waiting{job="mail"}`. */
type Numbers = Readonly<Record<string, number>>;

interface Report {
  readonly subdomain: string;
  readonly host: string;
  readonly at: number;
  readonly version: string;
  readonly numbers: Numbers;
}

interface Health {
  readonly status: string;
  readonly version?: string;
  readonly newer?: { readonly version: string; readonly security: boolean; readonly url?: string };
  readonly reason?: string;
  readonly mail?: { readonly by: string };
  readonly push?: {
    readonly service: boolean;
    readonly browsers: boolean;
    readonly waiting: number;
    readonly waiting_since?: number;
  };
  readonly machine: Numbers;
  readonly organizations: readonly Report[];
}

/** Maximum time for each response. A server whose status is checked is often unhealthy. */
const PATIENCE_MS = 5000;

const options = { ...serverOptions, json: { type: "boolean", default: false } } as const;

export const statusCommand = command("operator status", { help, options }, async ({ values }) => {
  const operator = findServer(values);
  const health = await healthOf(operator);
  const wrong = faultsIn(health);
  // A failing server may be unable to list its organizations, so print what is known without waiting.
  if (!values.json) console.log(aboutServer(health, wrong).join("\n"));
  const told = new Map(health.organizations.map((report) => [report.subdomain, report]));
  const listed = await listOrganizations(operator, { once: true, tries: 1, timeoutMs: PATIENCE_MS }).catch(
    (error: Error) => error,
  );
  const isListed = !(listed instanceof Error);
  const names = isListed ? listed.map(({ subdomain }) => subdomain) : [...told.keys()];
  const organizations = names.map((subdomain) => ({ subdomain, report: told.get(subdomain) ?? null }));
  const unlisted = isListed ? [] : [`the organizations cannot be listed: ${listed.message}`];
  if (wrong.length + unlisted.length > 0) process.exitCode = 1;
  if (values.json) console.log(JSON.stringify({ ...health, organizations, wrong: [...wrong, ...unlisted] }, null, 2));
  else console.log([...unlisted, "", ...aboutOrganizations(organizations)].join("\n"));
});

async function healthOf(operator: Operator): Promise<Health> {
  const { token } = operator.server;
  if (token === undefined) throw new Failure("this needs the setup token; see --help", 2);
  const headers = { authorization: `Bearer ${token}` };
  const reply = await operator
    .send("/health", { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(replyOf)
    .catch((error: Error) => {
      throw operator.noAnswer(error);
    });
  if (!Array.isArray(reply["organizations"])) throw new Failure(reply.msg || "the server does not say how it is");
  return reply as unknown as Health;
}

function faultsIn({ status, reason, machine, organizations }: Health): string[] {
  const wrong = status === "ok" ? [] : [`it is ${status}${reason === undefined ? "" : `: ${reason}`}`];
  const [left, all] = [machine["parley_disk_left_bytes"], machine["parley_disk_bytes"]];
  if (left !== undefined && all !== undefined && isScarce({ left, all }))
    wrong.push(`the disk fills: ${formatBytes(left)} are left`);
  const backup = machine["parley_last_backup_seconds"];
  const begun = machine["parley_data_since_seconds"];
  if (backup !== undefined && Date.now() - 1000 * backup > OVERDUE_MS) wrong.push("no backup was taken for a week");
  if (backup === undefined && begun !== undefined && Date.now() - 1000 * begun > OVERDUE_MS)
    wrong.push('no backup was ever taken: see "Backups" in docs/start.md');
  for (const { host, numbers } of organizations) {
    if (numbers["parley_organization_failing"]) wrong.push(`${host}: its database takes no writes`);
    if (numbers["parley_refused_rows"]) wrong.push(`${host}: D1 refuses ${numbers["parley_refused_rows"]} rows`);
    const since = numbers["parley_mail_failing_since_seconds"];
    if (since !== undefined) wrong.push(`${host}: no email can be sent since ${formatTime(since)}`);
  }
  return wrong;
}

function aboutServer(
  { status, version, newer, mail, push, machine, organizations }: Health,
  wrong: readonly string[],
): string[] {
  const bytes = (name: string) => (machine[name] === undefined ? "?" : formatBytes(machine[name]));
  const memory = (name: string) => bytes(`parley_process_resident_bytes{process="${name}"}`);
  const backup = machine["parley_last_backup_seconds"];
  const isOwn = machine["parley_disk_bytes"] !== undefined;
  return [
    `Server        ${wrong.length === 0 ? status : "something is wrong:"}`,
    ...wrong.map((what) => `              ${what}`),
    `Version       ${version ?? "?"}${newer === undefined ? "" : `; ${newerIn(newer)}`}`,
    ...(isOwn
      ? [
          `Disk          ${bytes("parley_disk_left_bytes")} left of ${bytes("parley_disk_bytes")}`,
          `Memory        Node ${memory("node")}, workerd ${memory("workerd")}`,
          `Last backup   ${backup === undefined ? 'none yet: see "Backups" in docs/start.md' : formatTime(backup)}`,
        ]
      : []),
    `Mail          ${mail === undefined ? "?" : mail.by === "none" ? "none is configured" : `by ${mail.by}`}`,
    `Pushes        ${pushesIn(push)}`,
    `Clients       ${clientsOf(organizations)}`,
  ];
}

const newerIn = ({ version, security, url }: NonNullable<Health["newer"]>) =>
  `${version} is available${security ? ", and fixes a security problem" : ""}${url === undefined ? "" : `: ${printable(url)}`}`;

/** Describes Zulip's clients, with the number of users whose version is newer than the tested one. */
function clientsOf(organizations: Health["organizations"]): string {
  const people = new Map<string, { all: number; newer: number }>();
  for (const [name, count] of organizations.flatMap(({ numbers }) => Object.entries(numbers))) {
    const [, client, version] = /^parley_clients\{client="(\w+)",version="(\w+)"\}$/.exec(name) ?? [];
    if (client === undefined) continue;
    const { all, newer } = people.get(client) ?? { all: 0, newer: 0 };
    people.set(client, { all: all + count, newer: newer + (version === "newer" ? count : 0) });
  }
  const told = [...people].map(([client, { all, newer }]) => {
    const untested = newer === 0 ? "" : ` (${newer} with a version newer than was tested)`;
    return `${client} ${all}${untested}`;
  });
  return told.length === 0 ? "none of Zulip's" : told.join(", ");
}

function pushesIn(push: Health["push"]): string {
  if (push === undefined) return "?";
  const { service, browsers, waiting, waiting_since: since } = push;
  const ways = [`${service ? "a" : "no"} service for mobile devices`, `browsers ${browsers ? "on" : "off"}`];
  const wait = since === undefined ? "none waits" : `${waiting} wait since ${formatTime(since)}`;
  return [...ways, wait].join(", ");
}

function aboutOrganizations(all: readonly { readonly subdomain: string; readonly report: Report | null }[]): string[] {
  const head = ["ORGANIZATION", "VERSION", "TOLD", "DATABASE", "FILES", "BEHIND", "REFUSED", "WAITING", "PUSHES WAIT"];
  const rows = all.map(({ subdomain, report }) => {
    const name = subdomain || "(root)";
    if (report === null) return [name, "no report yet"];
    const { numbers } = report;
    const ofJobs = (wanted: RegExp) =>
      Object.entries(numbers)
        .filter(([series]) => wanted.test(series))
        .reduce((sum, [, count]) => sum + count, 0);
    const since = numbers["parley_unshipped_since_seconds"];
    return [
      name,
      report.version,
      formatTime(report.at),
      formatBytes(numbers["parley_organization_bytes"] ?? 0),
      formatBytes(numbers["parley_files_bytes"] ?? 0),
      since === undefined ? "no" : `${numbers["parley_unshipped_rows"]} rows`,
      String(numbers["parley_refused_rows"] ?? 0),
      String(ofJobs(/^parley_jobs_waiting/)),
      String(ofJobs(/^parley_jobs_waiting\{job="push/)),
    ];
  });
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows.filter((row) => row.length > 2)].map((row) => (row[column] ?? "").length)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const formatTime = (time: number) =>
  new Date(time * 1000)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC");
