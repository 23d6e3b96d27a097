import { execFileSync } from "node:child_process";
import { openAsBlob, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isLater, lastReleased } from "../../scripts/release/changelog.mjs";
import { openArchive } from "../../src/archive-format/read.ts";
import { programVersion } from "../../src/cli/os/program-version.ts";
import { SETUP_TOKEN } from "./support/launch.ts";
import { ownerOf } from "./support/person.ts";
import { portOf } from "./support/port-of.ts";
import { until } from "./support/processes.ts";
import { succeed } from "./support/script.ts";
import { freshData, root, start } from "./support/server.ts";

test.for([
  [{ version: "1.1.0-dev", commit: "8707c72a01" }, "1.1.0-dev+8707c72a01"],
  [{ version: "1.1.0-dev", commit: "" }, "1.1.0-dev"],
  [{ version: "1.1.0-dev" }, "1.1.0-dev"],
  [{ version: "1.1.0", commit: "8707c72a01" }, "1.1.0"],
  [{ version: "1.1.0-rc.1", commit: "8707c72a01" }, "1.1.0-rc.1"],
] as const)("the version of a program with %j, and without git, is %s", ([manifest, expected]) => {
  const folder = freshData();
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  expect(programVersion(folder).version).toBe(expected);
});

test("the version is the last release's or later, and that release's call forms are recorded", () => {
  const [changelog = "", manifest = "", forms = ""] = [
    "docs/changelog.md",
    "package.json",
    "test/rpc/released-forms.json",
  ].map((path) => readFileSync(join(root, path), "utf8"));
  const last = lastReleased(changelog) ?? "";
  expect(JSON.parse(forms).version).toBe(last);
  const { version } = JSON.parse(manifest);
  expect(version === last || isLater(version, last), version).toBe(true);
});

test("every place that shows the version shows the same one, including the commit between releases", async ({
  skip,
}) => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  skip(!version.endsWith("-dev"), "this is a release");
  const expected = `${version}+${git("rev-parse", "--short=10", "HEAD")}`;

  const agents: (string | undefined)[] = [];
  const service = createServer((request, response) => {
    agents.push(request.headers["user-agent"]);
    response.end("{}");
  });
  const port = await portOf(service);

  const server = await start({ args: ["--allow-private-hosts", `127.0.0.1:${port}`] });
  const owner = await ownerOf(server);
  const payload_url = JSON.stringify(`http://127.0.0.1:${port}/`);
  const bot = { full_name: "Gull", short_name: "gull", bot_type: 3, payload_url };
  const { user_id } = await owner.ok(owner.post("/bots", bot));
  await owner.ok(owner.post("/messages", { type: "direct", to: [user_id], content: "hello" }));
  const page = (path: string) => fetch(server.url + path, { headers: { authorization: `Bearer ${SETUP_TOKEN}` } });
  const metrics = await (await page("/metrics")).text();
  const labelOf = (family: string) => new RegExp(`^${family}\\{.*?version="([^"]*)"`, "m").exec(metrics)?.[1];
  const file = join(freshData(), "whole.tar");
  await succeed("export", "--data", server.data, file);
  const state = await owner.ok(owner.post("/register"));
  const shown = {
    "--version": (await succeed("--version")).trim(),
    welcome: /^Parley (\S+) is running/m.exec(server.output)?.[1],
    health: ((await (await page("/health")).json()) as { version: string }).version,
    "operator status": /^Version +(\S+)/m.exec(await succeed("operator", "status", "--data", server.data))?.[1],
    server_settings: (await server.get("/server_settings"))["svc_version"],
    register: state.svc_version,
    "About of the web client": state.svc_build,
    "OpenAPI document": ((await server.get("/openapi.json"))["info"] as { version: string }).version,
    "metrics of the server": labelOf("parley_info"),
    "metrics of the organization": labelOf("parley_organization_info"),
    export: (await openArchive(await openAsBlob(file))).manifest.version,
    "user agent": (await until("the bot's service is asked", () => agents[0])).split("/")[1],
  };
  for (const [place, one] of Object.entries(shown)) expect(one, place).toBe(expected);
});
