import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readIfThere } from "../../src/cli/os/durable.ts";
import { type Json, ownerOf, PASSWORD, Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { run, succeed } from "./support/script.ts";
import { shared, start } from "./support/server.ts";

/** Fields that satisfy the form of any operator endpoint. */
const ACCOUNT = { email: "owner@example.com", full_name: "Iris", password: PASSWORD };
const FORM = {
  ...{ name: "Harbour", ...ACCOUNT, database: "DB", table: "messages", bookmark: "x" },
  ...{
    left_bytes: 1,
    all_bytes: 2,
    last_at: 1,
    access_token: "x",
    verification_secret: "x",
    to: ACCOUNT.email,
    role: 100,
    people: [],
  },
};

/** Routes that require a token in their form, and reject one without it as invalid. */
const NEEDS_TOKEN =
  /\/(second_factor\/reset|password(_link)?|disk_warning|backup_warning|(mail|push)\/try|push\/(report|verification)|people.*|any_login|any_network|describe|rename|deactivate)$/;

/** Starts without a token in the environment, like most users. */
const own = { args: ["--rate-limits", "off"], env: { SETUP_TOKEN: "" } };
const common = shared({ ...own, args: [...own.args, "--allow-private-hosts", "localhost"] });

test("[security 14.1, 14.2] on a local machine, no operator endpoint responds to callers without the token", async () => {
  const server = await common();
  const stranger = new Person(server.url, "", "");
  const owner = await ownerOf(server);
  const { paths } = await owner.ok(owner.get("/openapi.json"));
  const routes = Object.keys(paths).filter((path) => path.startsWith("/organizations"));
  expect(routes.length).toBeGreaterThan(14);
  const answered: Json[] = [];
  for (const route of routes) {
    for (const who of [stranger, owner]) {
      for (const setup_token of [undefined, "", "guessed"]) {
        if (!setup_token && NEEDS_TOKEN.test(route)) continue;
        const { status, body } = await who.post(route, { ...FORM, setup_token });
        if (![401, 403].includes(status)) answered.push([route, setup_token, status, body]);
      }
    }
  }
  expect(answered).toEqual([]);

  const file = join(server.data, "setup-token");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const setup_token = readIfThere(file)?.trim();
  expect((await stranger.ok(stranger.post("/organizations/list", { setup_token }))).organizations).toHaveLength(1);
  expect(await succeed("repair", "--check", "--data", server.data)).toContain("nothing is wrong");
  expect(await run("operator", "push", "--try", ACCOUNT.email, "--data", server.data)).toMatchObject({
    status: 1,
    output: expect.stringContaining("has no device and no browser that gets pushes"),
  });
});

test("--found-in-browser prints a URL with the token, or names the token's file on a public server", async () => {
  const server = await start({ ...own, args: [...own.args, "--found-in-browser"] });
  const token = readIfThere(join(server.data, "setup-token"))?.trim() ?? "";
  expect(server.output).toContain(`create it at ${server.url}/new/?setup_token=${token}\n`);
  expect((await server.stop()).status).toBe(0);
  // A publicly reachable server: more people read its log.
  const args = ["--found-in-browser", "--host", "0.0.0.0"];
  const again = await start({ data: server.data, args, env: { SETUP_TOKEN: "chosen" } });
  expect(again.output).toContain("/new/, with the setup token in ");
  expect(readIfThere(join(again.data, "setup-token"))).toBe("chosen\n");
  const stranger = new Person(again.url, "", "");
  expect((await stranger.post("/organizations/list", { setup_token: token })).status).toBe(401);
  await stranger.ok(stranger.post("/organizations/list", { setup_token: "chosen" }));
});

test("[security 13.7] an allowed host never includes the server itself", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  const { user_id } = await owner.ok(
    owner.post("/bots", {
      ...{ full_name: "Self", short_name: "self", bot_type: 3 },
      payload_url: JSON.stringify(`${server.url}/api/v1/organizations/list`),
      service_name: "self",
      interface_type: 1,
    }),
  );
  await owner.ok(owner.post("/messages", { type: "direct", to: [user_id], content: "ask" }));
  const said = async () => {
    const narrow = [{ operator: "sender", operand: user_id }];
    const { messages } = await owner.ok(
      owner.get("/messages", { narrow, anchor: "newest", num_before: 5, num_after: 0 }),
    );
    return messages.map(({ content }: Json) => content);
  };
  await until("it has failed", async () => (await said()).length > 0);
  expect((await said())[0]).toContain("Bot is unavailable");
});
