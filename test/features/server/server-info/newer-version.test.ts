import { exports } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { isNewer } from "../../../../src/features/server/server-info/newer-version.ts";
import { PARLEY_VERSION } from "../../../../src/protocol/version.ts";
import { withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Person } from "../../../support/person.ts";

const DAY_MS = 86_400_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A server that names the newest version. Each has its own address, because responses are cached. */
function standIn(respond: () => Response | Promise<Response>) {
  const NEW_VERSION_URL = `https://${crypto.randomUUID()}.example/newest.json`;
  const asked: Request[] = [];
  answerOutside([new URL(NEW_VERSION_URL).hostname], (request) => {
    asked.push(request);
    return respond();
  });
  return { asked, NEW_VERSION_URL };
}

const newest = { version: "999.0.0", security: true, url: "https://example.org/999" };
const told = async (person: Person) => {
  const { status, body } = await person.get("/health");
  expect([status, body.status]).toEqual([200, "ok"]);
  return body.newer;
};

test("administrators are notified of a newer version, and the page that names it is requested once a day", async () => {
  const { host, iris, omar, noah } = await realm();
  const { asked, NEW_VERSION_URL } = standIn(() => Response.json({ ...newest, more: "is ignored" }));
  expect(await told(iris)).toBeUndefined();
  expect(asked).toHaveLength(0);
  await withEnv({ NEW_VERSION_URL, SETUP_TOKEN: "one-word" }, async () => {
    expect(await told(iris)).toEqual(newest);
    expect(await told(omar)).toEqual(newest);
    const page = (authorization?: string) =>
      exports.default.fetch(`http://${host}/health`, {
        headers: { Host: host, ...(authorization !== undefined && { authorization }) },
      });
    expect(await (await page("Bearer one-word")).json()).toMatchObject({ newer: newest });
    // Other users can neither cause a request nor see the response.
    expect(await (await page()).json()).not.toHaveProperty("newer");
    expect((await noah.get("/health")).status).toBe(400);
    expect(asked).toHaveLength(1);
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + DAY_MS - 60_000);
    await told(iris);
    expect(asked).toHaveLength(1);
    clock.mockReturnValue(now + DAY_MS + 60_000);
    await told(iris);
    expect(asked).toHaveLength(2);
  });
});

test("[security 13.19] the version request identifies the program, and contains nothing else", async () => {
  const { iris } = await realm();
  const { asked, NEW_VERSION_URL } = standIn(() => Response.json(newest));
  await withEnv({ NEW_VERSION_URL }, () => told(iris));
  const [{ method, headers, body, url } = new Request("http://none.example")] = asked;
  expect([method, body, url]).toEqual(["GET", null, NEW_VERSION_URL]);
  expect([...headers]).toEqual([
    ["accept", "application/json"],
    ["user-agent", `Parley/${PARLEY_VERSION}`],
  ]);
});

test.for<[string, () => Response | Promise<Response>]>([
  ["an error", () => Response.json(newest, { status: 500 })],
  ["no connection", () => Promise.reject(new TypeError("refused"))],
  ["no answer", () => new Promise(() => {})],
  ["an endless text", () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1000)) }))],
  ["invalid JSON", () => new Response("<html>")],
  ["deeply nested JSON", () => new Response("[".repeat(4000))],
  ["JSON of another shape", () => Response.json([newest])],
  ["a version that is a text", () => Response.json({ ...newest, version: "999.0.0 <b>now</b>" })],
  ["a version that is too long", () => Response.json({ ...newest, version: `${"9".repeat(2000)}.0.0` })],
  ["a URL that runs code", () => Response.json({ ...newest, url: "javascript:alert(1)" })],
  ["a private address", () => Response.redirect("http://127.0.0.1/newest.json")],
  ["the same version", () => Response.json({ version: "1.0.0" })],
])("if the version page returns %s, no newer version is reported, and nothing fails", async ([, respond]) => {
  const { iris } = await realm();
  const { asked, NEW_VERSION_URL } = standIn(respond);
  await withEnv({ NEW_VERSION_URL }, async () => {
    expect(await told(iris)).toBeUndefined();
    expect(await told(iris)).toBeUndefined();
  });
  expect(asked).toHaveLength(1);
});

test("the known version stays if the page fails the next day", async () => {
  const { iris } = await realm();
  let works = true;
  const { asked, NEW_VERSION_URL } = standIn(() => new Response(works ? JSON.stringify(newest) : "down"));
  await withEnv({ NEW_VERSION_URL }, async () => {
    expect(await told(iris)).toEqual(newest);
    works = false;
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + DAY_MS + 60_000);
    expect(await told(iris)).toEqual(newest);
  });
  expect(asked).toHaveLength(2);
});

test.for([
  ["1.2.0", "1.1.0", true],
  ["1.10.0", "1.9.0", true],
  ["1.1.0", "1.1.0", false],
  ["1.1.0", "1.1.0-dev+8707c72a01", true],
  ["1.1.0", "1.2.0-dev", false],
  ["1.0.9", "1.1.0", false],
] as const)("%s is newer than %s: %s", ([version, own, expected]) => expect(isNewer(version, own)).toBe(expected));
