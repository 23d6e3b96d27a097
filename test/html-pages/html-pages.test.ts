import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { withFailurePage } from "../../src/html-pages/failure-page.ts";
import { allEmoji } from "../../src/markup/index.ts";
import { fetchPage, sendFiles, textFile } from "../support/files.ts";
import { realm } from "../support/organization.ts";

const get = (path: string, init?: RequestInit) => exports.default.fetch(`http://localhost${path}`, init);

test.each([
  ["", "Assistants"],
  ["?language=de", "Assistenten"],
])("GET /help/connect%s explains in the requested language how to connect other clients", async (query, heading) => {
  const { host } = await realm();
  const page = await (await fetchPage(host, `/help/connect${query}`)).text();
  expect(page).toContain(`<h2 id="assistants">${heading}</h2>`);
  for (const line of [`site=http://${host}`, `http://${host}/mcp`]) expect(page).toContain(line);
});

test("GET /static/icon.svg returns the icon of organizations that have set none", async () => {
  expect(await (await get("/static/icon.svg")).text()).toContain("<svg");
});

test("the emoji data URL from the registration lists all emoji names, with the canonical one first", async () => {
  const { noah } = await realm();
  const { server_emoji_data_url } = await noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }));
  const answer = await get(server_emoji_data_url);
  expect(answer.headers.get("content-type")).toContain("application/json");
  const table = await answer.json<{ code_to_names: Record<string, string[]> }>();
  expect(table).toEqual({ code_to_names: Object.fromEntries(allEmoji()) });
  expect(table.code_to_names["1f44d"]).toEqual(["+1", "thumbs_up", "like"]);
  expect(table.code_to_names["1f34b-200d-1f7e9"]?.[0]).toBe("lime");
});

describe("a host without an organization", () => {
  test.each([
    ...["/login/", "/accounts/login", "/accounts/password/reset/", "/accounts/password/reset/key", "/join/key"],
    ...["/accounts/confirm_new_email/key", "/user_uploads/1/a.txt", "/avatar/1"],
  ])("shows browsers a link to create one: %s", async (path) => {
    const headers = { accept: "text/html", "accept-language": "en" };
    const shown = await exports.default.fetch(`http://nobody.localhost${path}`, { headers });
    const text = await shown.text();
    expect([shown.status, /<title>(.*)<\/title>/.exec(text)?.[1]]).toEqual([404, "No organization here"]);
    expect(text).toContain('href="/new/"');
  });
});

describe("error responses", () => {
  const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

  test.each([
    ["/nowhere", "GET", 404],
    ["/static/icon.svg", "POST", 405],
  ])("are pages for browsers and JSON for programs: %s with %s", async (path, method, status) => {
    const shown = await get(path, { method, headers: BROWSER });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    expect(await shown.text()).toContain('<a href="/">');
    const told = await get(path, { method, headers: { accept: "*/*" } });
    expect(told.status).toBe(status);
    expect(await told.json()).toMatchObject({ result: "error", code: "BAD_REQUEST" });
    expect(shown.headers.get("allow")).toBe(told.headers.get("allow"));
  });

  test("are always JSON below /api", async () => {
    const told = await get("/api/v1/nowhere", { headers: BROWSER });
    expect([told.status, (await told.json<{ msg: string }>()).msg]).toEqual([404, "Not found"]);
  });

  test("keep all cookies of the original response", async () => {
    const refusal = Response.json({ result: "error", msg: "Not logged in" }, { status: 401 });
    for (const cookie of ["a=1", "b=2"]) refusal.headers.append("Set-Cookie", cookie);
    const shown = await withFailurePage(new Request("http://localhost/", { headers: BROWSER }), refusal);
    expect(shown.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  test("reload the page for a temporary refusal of a GET, but not of a POST", async () => {
    const refusal = () =>
      Response.json({ result: "error", msg: "Try again." }, { status: 503, headers: { "Retry-After": "2" } });
    const shown = (method: string) =>
      withFailurePage(new Request("http://localhost/login/", { method, headers: BROWSER }), refusal());
    const page = await shown("GET");
    expect([page.status, page.headers.get("refresh"), page.headers.get("retry-after")]).toEqual([503, "2", "2"]);
    expect(await page.text()).toMatch(/<h1>One moment<\/h1>[\s\S]*This page tries again by itself\./);
    expect((await shown("POST")).headers.get("refresh")).toBe(null);
  });

  test("are HTML pages for files that the user can't access", async () => {
    const { host, noah, mia } = await realm();
    const { url } = (await sendFiles(noah, "/user_uploads", [textFile("x")])).body;
    const shown = await fetchPage(host, url, { as: mia, headers: BROWSER });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
    expect(await shown.text()).toContain("You are not authorized to view this file.");
    expect((await fetchPage(host, url, { as: noah, headers: BROWSER })).headers.get("content-type")).toContain(
      "text/plain",
    );
  });
});
