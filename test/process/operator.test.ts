import { expect, test } from "vitest";
import { ownerOf } from "./support/person.ts";
import { run, succeed } from "./support/script.ts";
import { start } from "./support/server.ts";

const NEW = "a new and longer sentence";

test("the only owner who forgot the password is back by one command, without mail", async () => {
  const server = await start();
  const owner = await ownerOf(server);
  const told = await succeed("operator", "password", owner.email, "--data", server.data);
  const url = /http\S+/.exec(told)?.[0] ?? "";
  const saved = await fetch(url, { method: "POST", body: new URLSearchParams({ password: NEW }), redirect: "manual" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/"]);
  const login = await owner.post("/fetch_api_key", { username: owner.email, password: NEW });
  expect(login.body).toMatchObject({ result: "success", email: owner.email });
  expect((await fetch(url)).status).toBe(404);
});

test("the operator's command says what is wrong, and changes nothing", async () => {
  const server = await start();
  const owner = await ownerOf(server);
  const about = ["--data", server.data];
  expect(await run("operator", "password", "nobody@example.org", ...about)).toMatchObject({
    status: 1,
    output: expect.stringContaining("No such user"),
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
