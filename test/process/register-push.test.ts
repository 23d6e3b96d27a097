/** @module-tag nightly */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUSH_FILE, readPushCredentials } from "../../src/cli/data-directory/push-credentials.ts";
import { Bouncer } from "../support/push/bouncer.ts";
import { until } from "../support/until.ts";
import { launchOn, makeData, removeData, type Server } from "./support/launch.ts";
import { foundOrganization, ownerOf } from "./support/person.ts";
import { type PushService, servePushes } from "./support/push-service.ts";
import { runWith } from "./support/script.ts";

const EMAIL = "ops@parley.dev";

const bouncer = new Bouncer({
  // The service reaches the server by its domain name.
  fetchOutside: (url) => fetch(url.replace("https://", "http://")),
});
const data = makeData();
const args = ["--rate-limits", "off"];
let service: PushService;
let server: Server;

beforeAll(async () => {
  service = await servePushes(bouncer);
  server = await launchOn({ data, args }).running();
});
afterAll(async () => {
  service.close();
  await removeData(data);
});

const register = (input: string, ...more: string[]) =>
  runWith(input, "register-push", "--data", data, "--service", service.url, "--email", EMAIL, ...more);
const installation = () => [...bouncer.state.installations.values()].find(({ isDeactivated }) => !isDeactivated);
const organizations = () => [...bouncer.state.realms.values()].filter(({ isDeleted }) => !isDeleted);

test("[security 13.17] nothing is sent to a push service before its terms are accepted", async () => {
  for (const answer of ["no\n", "x\n", ""]) {
    const { status, output } = await register(answer);
    expect(status).toBe(1);
    for (const fact of [service.url, EMAIL, new URL(server.url).host, "https://zulip.com/policies/terms"])
      expect(output).toContain(fact);
  }
  expect(bouncer.received).toEqual([]);
  expect(readPushCredentials(data)).toBeUndefined();
});

test("a server without a public name is refused before the terms are shown", async () => {
  const { status, output } = await runWith("\n", "register-push", "--data", data, "--email", EMAIL);
  expect(status).toBe(1);
  expect(output).toMatch(
    /^register-push: https:\/\/push\.zulipchat\.com takes servers with a public name, not \S+: set root_domain/,
  );
  expect(output).not.toContain("terms");
});

test("[security 14.9] a server registers, rotates its key, takes over its registration, and ends it", async () => {
  const hostname = new URL(server.url).host;

  // Enter accepts.
  expect(await register("\n")).toMatchObject({
    status: 0,
    output: expect.stringContaining(`${hostname} is registered.`),
  });
  const first = readPushCredentials(data);
  expect(statSync(join(data, PUSH_FILE)).mode & 0o777).toBe(0o600);
  expect(installation()).toMatchObject({ hostname, contactEmail: EMAIL });
  expect(first).toEqual({ service: service.url, key: `${installation()?.id}:${installation()?.key}` });
  const owner = await ownerOf(server);
  expect(organizations().map(({ facts }) => facts)).toEqual([
    {
      id: expect.any(Number),
      uuid: organizations()[0]?.uuid,
      host: hostname,
      url: server.url,
      name: "Parley",
      org_type: 0,
      date_created: expect.any(Number),
      deactivated: false,
      is_system_bot_realm: false,
      authentication_methods: { Email: true },
    },
  ]);

  // Created and changed.
  await foundOrganization(server, "cove");
  await owner.ok(owner.patch("/realm", { name: "Harbour", org_type: 30 }));
  await until(() => {
    expect(organizations()).toHaveLength(2);
    expect(organizations().map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ name: "Harbour", org_type: 30 }),
    );
  });

  // The organization adopts the service's status.
  bouncer.setStatus({ can_push: false, expected_end_timestamp: null });
  const told = await register("", "--report");
  expect(told).toMatchObject({
    status: 0,
    output: expect.stringContaining("2 organizations; push notifications are on for 0"),
  });
  expect((await owner.ok(owner.post("/register", {}))).realm_push_notifications_enabled).toBe(false);
  bouncer.setStatus({ can_push: true, expected_end_timestamp: null });

  expect(await register("", "--rotate")).toMatchObject({ status: 0, output: expect.stringContaining("on for 2") });
  const second = readPushCredentials(data);
  expect(second?.key).toBe(`${installation()?.id}:${installation()?.key}`);
  expect(second?.key.split(":")[0]).toBe(first?.key.split(":")[0]);
  expect(second?.key).not.toBe(first?.key);
  expect((await owner.ok(owner.post("/register", {}))).realm_push_notifications_enabled).toBe(true);

  // The name seems to belong to another server once the key is lost.
  rmSync(join(data, PUSH_FILE));
  const refused = await register("y\n");
  expect(refused.status).toBe(1);
  expect(refused.output).toContain(`A server with hostname ${hostname} already exists`);
  expect(refused.output).toContain("--transfer");
  expect(readPushCredentials(data)).toBeUndefined();
  expect(await register("yes\n", "--transfer")).toMatchObject({
    status: 0,
    output: expect.stringContaining("on for 2"),
  });
  const third = readPushCredentials(data);
  expect(third?.key).toBe(`${installation()?.id}:${installation()?.key}`);
  expect(third?.key).not.toBe(second?.key);

  // A start reports all organizations to the service.
  const reports = () => bouncer.requests("POST server/analytics").length;
  await server.stop();
  const before = reports();
  await launchOn({ data, args }).running();
  await until(() => expect(reports()).toBeGreaterThan(before));

  expect(await runWith("", "register-push", "--data", data, "--deactivate", "--yes")).toMatchObject({
    status: 0,
    output: expect.stringContaining("The registration has ended."),
  });
  expect(installation()).toBeUndefined();
  expect(readPushCredentials(data)).toBeUndefined();
  expect(bouncer.failures).toEqual([]);
  expect(bouncer.state.ignored).toEqual([]);
});
