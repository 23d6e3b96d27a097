import { createServer } from "node:http";
import { expect, test } from "vitest";
import { Operator } from "../../src/cli/operator/operator.ts";
import { ownerOf, Person } from "./support/person.ts";
import { portOf } from "./support/port-of.ts";
import { run, runWith, succeed } from "./support/script.ts";
import { shared } from "./support/server.ts";

const NEW = "a new and longer sentence";

const common = shared({ args: ["--rate-limits", "off"] });

test("a sole owner who forgot the password regains access with one command, without email", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  const told = await succeed("operator", "password", owner.email, "--data", server.data);
  const url = /http\S+/.exec(told)?.[0] ?? "";
  const saved = await fetch(url, { method: "POST", body: new URLSearchParams({ password: NEW }), redirect: "manual" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/"]);
  const login = await owner.post("/fetch_api_key", { username: owner.email, password: NEW });
  expect(login.body).toMatchObject({ result: "success", email: owner.email });
  expect((await fetch(url)).status).toBe(404);
});

test("a failed operator command reports the error, and changes nothing", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  const about = ["--data", server.data];
  expect(await run("operator", "password", "nobody@example.org", ...about)).toMatchObject({
    status: 1,
    output: expect.stringContaining("no account with"),
  });
  expect(await run("operator", "password", owner.email, ...about, "--setup-token", "wrong")).toMatchObject({
    status: 1,
    output: expect.stringContaining("Invalid setup token"),
  });
  for (const wrong of [[], ["password"], ["dance", owner.email], ["second-factor", owner.email]]) {
    expect((await run("operator", ...wrong, ...about)).status).toBe(2);
  }
  expect(await succeed("operator", "second-factor", owner.email, "--reset", ...about)).toContain(
    "Removed two-factor authentication",
  );
  expect((await owner.get("/users/me")).status).toBe(200);
});

test("the operator manages users and organizations with commands, each recorded in the server log", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  const about = ["--data", server.data];
  const operator = (...words: string[]) => succeed("operator", ...words, ...about);
  const people = async () => JSON.parse(await operator("people", "list", "--json"));
  const logIn = (username: string, password: string) => owner.post("/fetch_api_key", { username, password });

  expect(await operator("people", "add", "ada@example.org", "--name", "Ada")).toMatch(/http\S+\/reset\//);
  await operator("people", "role", "ada@example.org", "owner");
  expect(await people()).toContainEqual(expect.objectContaining({ email: "ada@example.org", role: "owner" }));
  expect(await operator("people", "list")).toMatch(/^ada@example\.org +owner +Ada$/m);

  // From a pipe; a terminal asks twice, without echo.
  const set = ["password", "ada@example.org", "--set", ...about];
  expect(await runWith(NEW, "operator", ...set)).toMatchObject({
    status: 0,
    output: expect.stringContaining("have ended"),
  });
  expect(await runWith("", "operator", ...set)).toMatchObject({
    status: 1,
    output: expect.stringContaining("nothing was changed"),
  });
  const { body } = await logIn("ada@example.org", NEW);
  const ada = new Person(server.url, "ada@example.org", body.api_key);
  expect((await runWith(`${NEW} again`, "operator", ...set, "--keep")).output).toContain("Logins and API keys stay.");
  expect((await ada.get("/users/me")).status).toBe(200);
  await operator("people", "log-out", "ada@example.org");
  expect((await ada.get("/users/me")).status).toBe(401);
  for (let n = 0; n < 6; n++) await logIn("ada@example.org", "wrong");
  expect((await logIn("ada@example.org", `${NEW} again`)).status).toBe(429);
  expect(await operator("unlock", "ada@example.org")).toContain("can log in again");
  expect((await logIn("ada@example.org", `${NEW} again`)).status).toBe(200);
  expect(await operator("unlock", "ada@example.org")).toContain("was not locked");
  expect(await operator("any-login")).toContain("No login was excluded");
  expect(await operator("any-network")).toContain("No network was excluded");
  await operator("people", "deactivate", "ada@example.org");
  expect(await operator("people", "list")).toContain("Ada (deactivated)");

  const tea = ["--organization", "tea"];
  const found = ["organizations", "found", ...tea, "--name", "Tea House", "--owner-email", "mia@example.org"];
  const link = /http\S+\/reset\/\S+/.exec(await operator(...found))?.[0] ?? "";
  expect(new URL(link).hostname).toBe("tea.localhost");
  await operator("organizations", "rename", "Tea Room", ...tea);
  await operator("organizations", "deactivate", ...tea);
  expect(JSON.parse(await operator("organizations", "list", "--json"))).toEqual([
    expect.objectContaining({ subdomain: "", state: "in use", people: 1 }),
    expect.objectContaining({ subdomain: "tea", state: "deactivated", name: "Tea Room", owners: ["mia@example.org"] }),
  ]);
  await operator("organizations", "reactivate", ...tea);
  expect(await operator("organizations", "list")).toMatch(/^tea +in use +Tea Room .* mia@example\.org$/m);

  for (const event of [
    ...["person_added", "role_changed", "password_set", "logins_ended", "attempts_forgotten", "person_deactivated"],
    ...["organization_renamed", "organization_deactivated", "organization_reactivated"],
  ])
    await expect.poll(() => server.output).toContain(event);
  expect(server.output).not.toContain(NEW);
});

test("a command repeats its request if the connection breaks within the response", async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    const answer = JSON.stringify({ result: "success", msg: "" });
    response.writeHead(200, { "content-length": answer.length });
    if (asked > 1) response.end(answer);
    else response.write(answer.slice(0, 9), () => response.socket?.resetAndDestroy());
  });
  const address = new URL(`http://127.0.0.1:${await portOf(server)}`);
  const operator = new Operator({ address, host: address.host, token: "token" }, "");
  expect(await operator.ask("export/state")).toMatchObject({ result: "success" });
  expect(asked).toBe(2);
});
