import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeLastBackup } from "../../src/cli/data-directory/last-backup.ts";
import { freePort } from "../../src/cli/os/port.ts";
import { FAMILIES } from "../../src/metrics/families.ts";
import { readPrometheusText } from "../support/prometheus-text.ts";
import { launchOn, makeData, removeData, SETUP_TOKEN, type Server } from "./support/launch.ts";
import { foundOrganization, ownerOf, type Person } from "./support/person.ts";
import { PollsByStream } from "./support/polls-by-stream.ts";
import { until } from "./support/processes.ts";
import { RawClient } from "./support/raw-client.ts";
import { run } from "./support/script.ts";
import { sampleArchive, uploadArchive } from "./support/small-archive.ts";
import { say } from "./support/stored.ts";

/** A service that delivers email and pushes, or fails. */
let serviceStatus = 200;
const service = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(serviceStatus).end('{"result":"success","msg":""}'));
});
const data = makeData();
let server: Server;
let owner: Person;
let port: number;

beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  port = await freePort("127.0.0.1", 0);
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const env = {
    ...{ MAIL_URL: address, MAIL_FROM: "chat@example.org" },
    ...{ PUSH_SERVICE_URL: address, PUSH_SERVICE_KEY: "server:key" },
  };
  const args = ["--test-hooks", "--rate-limits", "off", "--quiet", "--metrics-port", String(port)];
  server = await launchOn({ data, args, env }).running();
  owner = await ownerOf(server);
});

afterAll(() => {
  service.close();
  return removeData(data);
});

async function scrape(): Promise<ReturnType<typeof readPrometheusText>> {
  scrapes += 1;
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    expect.stringMatching(/version=0\.0\.4/),
  ]);
  const families = readPrometheusText(await response.text());
  for (const [name, { samples }] of families) for (const [series, one] of samples) note(name, series, one);
  return families;
}

/** Families with a metric that appeared or changed. */
const moved = new Set<string>();
const seen = new Map<string, number>();
let scrapes = 0;
function note(name: string, series: string, one: number): void {
  if (seen.has(series) ? seen.get(series) !== one : scrapes > 1 && one !== 0) moved.add(name);
  seen.set(series, one);
}

/** The sum of a family's samples with all of these labels, or undefined if there are none. */
async function value(name: string, ...labels: string[]): Promise<number | undefined> {
  const samples = [...((await scrape()).get(name)?.samples ?? [])];
  const found = samples.filter(([series]) => labels.every((label) => series.includes(label)));
  return found.length === 0 ? undefined : found.reduce((sum, [, one]) => sum + one, 0);
}

/** Waits until a metric has this value. While the program is reloaded, the page can be unavailable. */
const becomes = (wanted: number | undefined, name: string, ...labels: string[]) =>
  expect.poll(() => value(name, ...labels), { message: name }).toBe(wanted);

describe("the metrics reflect", () => {
  test("an import while D1 fails", async () => {
    const id = await uploadArchive(owner, await sampleArchive(5));
    await owner.ok(owner.post(`/imports/${id}/check`));
    const state = async () => (await owner.ok(owner.get(`/imports/${id}`))).import.state;
    await until("it is checked", async () => (await state()) === "checked");
    await owner.ok(owner.post("/testing/database", { mode: "refuse" }));
    await owner.ok(owner.post(`/imports/${id}/start`));
    await becomes(1, "parley_imports_running");
    await owner.ok(owner.post("/testing/database", { mode: "none" }));
    await becomes(0, "parley_imports_running");
  });

  test("messages, requests and their time, deliveries, shipments, queues", async () => {
    const { queue_id, last_event_id } = await owner.ok(owner.post("/register", { event_types: ["message"] }));
    const poll = owner.ok(owner.get("/events", { queue_id, last_event_id }));
    await becomes(1, "parley_gate_waiting", 'kind="poll"');
    await becomes(1, "parley_open_polls");
    const before = await value("parley_shipments_total", 'result="done"');
    await say(owner, "one");
    expect((await poll).events).toHaveLength(1);
    await say(owner, "two");
    expect(await value("parley_messages_sent_total")).toBe(2);
    expect(await value("parley_requests_total", 'kind="send"', 'status="200"')).toBe(2);
    expect(await value("parley_requests_total", 'kind="poll"', 'status="200"')).toBe(1);
    const times = (await scrape()).get("parley_request_seconds")?.samples;
    expect(times?.get('parley_request_seconds_count{kind="send"}')).toBe(2);
    expect(times?.get('parley_request_seconds_count{kind="poll"}')).toBeUndefined();
    expect(await value("parley_events_delivered_total")).toBe(1);
    await becomes(0, "parley_gate_waiting", 'kind="poll"');
    await becomes(1, "parley_event_queues");
    await becomes(0, "parley_unshipped_rows");
    await becomes(undefined, "parley_unshipped_since_seconds");
    // The rows may have been counted before the messages were sent.
    await expect.poll(() => value("parley_shipments_total", 'result="done"')).toBeGreaterThan(before ?? 0);
    await owner.ok(owner.delete("/events", { queue_id }));
    await becomes(0, "parley_event_queues");
  });

  test("users with one of Zulip's clients", async () => {
    const newer = ['client="ZulipFlutter"', 'version="newer"'] as const;
    await becomes(undefined, "parley_clients", ...newer);
    // `owner` has a User-Agent of its own.
    const registered = await fetch(`${server.url}/api/v1/register`, {
      method: "POST",
      headers: {
        "user-agent": "ZulipFlutter/99.0+1 (Android 30)",
        authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}`,
      },
    });
    const { queue_id } = (await registered.json()) as { queue_id: string };
    await becomes(1, "parley_clients", ...newer);
    await owner.ok(owner.delete("/events", { queue_id }));
    await becomes(undefined, "parley_clients", ...newer);
  });

  test("sent and failed email", async () => {
    const stranger = owner.withKey("", "");
    await owner.ok(stranger.post("/password_reset", { email: owner.email }));
    await becomes(1, "parley_mail_total", 'result="sent"');
    await becomes(1, "parley_jobs_total", 'job="mail"', 'result="done"');
    serviceStatus = 500;
    const began = Math.floor(Date.now() / 1000);
    await owner.ok(stranger.post("/password_reset", { email: owner.email }));
    await until("it fails", async () => ((await value("parley_mail_total", 'result="failed"')) ?? 0) > 0);
    await becomes(1, "parley_jobs_waiting", 'job="mail"');
    // The email may have been waiting before its first attempt.
    await expect.poll(() => value("parley_mail_failing_since_seconds")).toBeGreaterThanOrEqual(began);
    serviceStatus = 200;
    await becomes(undefined, "parley_mail_failing_since_seconds");
    await becomes(undefined, "parley_jobs_waiting", 'job="mail"');
  });

  test("failures of D1 and of the organization's database, and uploaded files", async () => {
    await owner.ok(owner.post("/testing/database", { mode: "refuse" }));
    const began = Math.floor(Date.now() / 1000);
    await say(owner, "only in the organization's object");
    await until("rows wait", async () => ((await value("parley_unshipped_rows")) ?? 0) > 0);
    expect(await value("parley_unshipped_since_seconds")).toBeGreaterThanOrEqual(began);
    await until("a shipment fails", async () => ((await value("parley_shipments_total", 'result="failed"')) ?? 0) > 0);
    await owner.ok(owner.post("/testing/database", { mode: "none" }));
    await becomes(0, "parley_unshipped_rows");
    await owner.ok(owner.post("/testing/storage", { error: "database or disk is full: SQLITE_FULL" }));
    expect((await owner.patch("/realm", { name: "Changed" })).status).toBe(503);
    await becomes(1, "parley_organization_failing");
    await owner.ok(owner.post("/testing/storage"));
    await until("it can be written", async () => (await owner.page("/health")).status === 200);
    await becomes(0, "parley_organization_failing");
    const form = new FormData();
    form.set("file", new File(["x".repeat(1000)], "a.txt"));
    await owner.ok(owner.send("POST", "/user_uploads", form));
    await becomes(1000, "parley_files_bytes");
  });

  test("pushes, and failures of the push service", async () => {
    const bob = await owner.invite("Bob");
    await bob.ok(bob.post("/users/me/apns_device_token", { token: "ab".repeat(32), appid: "org.zulip.Zulip" }));
    const tell = () => owner.ok(owner.post("/messages", { type: "direct", to: [bob.id], content: "psst" }));
    await tell();
    await becomes(1, "parley_pushes_total", 'to="devices"', 'result="done"');
    serviceStatus = 500;
    await tell();
    await until("it fails", async () => ((await value("parley_pushes_total", 'result="failed"')) ?? 0) > 0);
    serviceStatus = 200;
  });

  test("streams", async () => {
    const { queue_id, last_event_id } = await owner.ok(owner.post("/register", { event_types: ["message"] }));
    const client = new PollsByStream(owner);
    const next = client.retrieve({ queue_id, last_event_id });
    await becomes(1, "parley_gate_waiting", 'kind="stream"');
    await say(owner, "by a stream");
    expect((await next).events).toHaveLength(1);
    await becomes(1, "parley_open_streams");
    await owner.ok(owner.delete("/events", { queue_id }));
    await becomes(0, "parley_open_streams");
  });

  test("rows rejected by D1", async () => {
    await owner.ok(owner.post("/testing/database", { mode: "none", disliked: "poison" }));
    await say(owner, "poison");
    await becomes(1, "parley_refused_rows");
    await owner.ok(owner.post("/testing/database", { mode: "none" }));
    await owner.ok(owner.post("/testing/clock", { advance_ms: 25 * 3_600_000 }));
    await say(owner, "a day later");
    await becomes(0, "parley_refused_rows");
  });

  test("reloads", async () => {
    process.kill(server.node, "SIGHUP");
    await becomes(1, "parley_reloads_total", 'result="done"');
  });

  test("refused logins, and refusals by the gate", async () => {
    const stranger = owner.withKey("", "");
    const before = (await value("parley_refused_logins_total")) ?? 0;
    expect((await stranger.post("/fetch_api_key", { username: owner.email, password: "wrong" })).status).toBe(401);
    expect((await owner.withKey(owner.email, "x".repeat(32)).get("/users/me")).status).toBe(401);
    expect(await value("parley_refused_logins_total")).toBe(before + 2);
    await new RawClient(Number(new URL(server.url).port)).say("nonsense\r\n\r\n").hears("400 Bad Request");
    await becomes(1, "parley_gate_refused_total", 'status="400"');
  });

  test("memory of both processes, disk, versions, and a workerd crash", async () => {
    for (const name of ["node", "workerd"]) {
      expect(await value("parley_process_resident_bytes", `process="${name}"`)).toBeGreaterThan(1e7);
    }
    expect(await value("parley_disk_left_bytes")).toBeLessThan((await value("parley_disk_bytes")) ?? 0);
    expect(await value("parley_stored_bytes")).toBeGreaterThan(1e5);
    expect([await value("parley_info"), await value("parley_databases_up", 'database="DB"')]).toEqual([1, 1]);
    await server.killHard("workerd");
    await until("it is back", () => server.healthy());
    expect(await value("parley_runtime_crashes_total")).toBe(1);
  });
});

test("[security 14.8] the server's own metrics page requires the setup token", async () => {
  const ask = (authorization: string) => fetch(`${server.url}/metrics`, { headers: { authorization } });
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
  expect((await ask("Bearer guessed")).status).toBe(401);
  expect((await ask(`Basic ${btoa(`${owner.email}:${owner.key}`)}`)).status).toBe(401);
  readPrometheusText(await (await ask(`Bearer ${SETUP_TOKEN}`)).text());
  expect((await fetch(`http://127.0.0.1:${port}/machine`)).status).toBe(404);
});

test("parley status covers all organizations and their problems without waking any", async () => {
  await foundOrganization(server, "tea");
  const status = (...more: string[]) => run("operator", "status", "--data", data, ...more);
  const told = await status();
  expect(told).toMatchObject({ status: 0, output: expect.stringMatching(/^Server +ok$/m) });
  expect(told.output).toMatch(/^Disk +\d.* left of /m);
  expect(told.output).toMatch(/^\(root\) +\d\S* .* 1\.0 kB +no +0 +0 +0$/m);
  expect(told.output).toMatch(/^tea +\d\S* /m);
  const { organizations, machine, wrong } = JSON.parse((await status("--json")).output);
  expect([organizations.map((one: { subdomain: string }) => one.subdomain), wrong]).toEqual([["", "tea"], []]);
  expect(machine.parley_disk_bytes).toBeGreaterThan(1e9);
  writeLastBackup(data, { at: "2026-01-02T03:04:05Z", isWhole: true });
  expect((await status()).output).toMatch(/no backup was taken for a week(.|\n)*Last backup +2026-01-02 03:04:05 UTC/);
  expect(await value("parley_last_backup_seconds")).toBe(1767323045);
  expect(await value("parley_data_since_seconds")).toBeGreaterThan(1_700_000_000);
  await owner.ok(owner.post("/testing/storage", { error: "database or disk is full: SQLITE_FULL" }));
  expect((await owner.patch("/realm", { name: "Changed" })).status).toBe(503);
  const failing = await status();
  await owner.ok(owner.post("/testing/storage"));
  expect([failing.status, failing.output]).toEqual([1, expect.stringMatching(/it is failing: .*full/)]);
  expect((await status("--setup-token", "guessed")).output).toContain("Invalid setup token");
});

/**
 * Metrics that can't be seen to change here: version, rarely updated sizes, or those that need a restart, a flood, or
 * the loss of both stores.
 */
const STEADY = new Set<string>([
  "parley_data_since_seconds",
  ...["parley_info", "parley_messages_database_bytes", "parley_messages_database_limit_bytes", "parley_disk_bytes"],
  ...["parley_stored_bytes", "parley_start_time_seconds", "parley_gate_queued", "parley_lost_messages"],
]);

test("every metric that isn't constant changed during these tests", () => {
  expect(Object.keys(FAMILIES).filter((name) => !moved.has(name) && !STEADY.has(name))).toEqual([]);
});
