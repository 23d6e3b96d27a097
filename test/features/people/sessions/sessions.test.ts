import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { readSession } from "../../../../src/http/session.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { Browser, browserOf } from "../../../support/browser.ts";
import { fetchPage, textFile } from "../../../support/files.ts";
import { advanceClock, evict, untilShipped, withConfig, withEnv } from "../../../support/object.ts";
import { casts, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const newCast = casts();

const MONTH = 30 * 86_400_000;
const brief = ({ status, body }: { status: number; body: Json }) => [status, body.code ?? body.result];

test("[clients 2] [security 3.5] a developer login sets both cookies, which are enough to create a bot", async () => {
  const { host, noah } = await newCast();
  const browser = new Browser(host);
  const reply = await browser.fetch(
    "POST",
    `/api/v1/dev_fetch_api_key?username=${noah.email}`,
    {},
    {
      "Content-Type": "application/json",
    },
  );
  const { api_key, ...rest }: Json = await reply.json();
  expect(rest).toEqual({ result: "success", msg: "", email: noah.email, user_id: noah.id });
  expect(api_key).toMatch(/^\w{32}$/);
  expect(browser.attributes.get("sessionid")).toBe("Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly");
  expect(browser.attributes.get("csrftoken")).toBe("Path=/; Max-Age=2592000; SameSite=Lax");
  const made = await browser.ask("POST", "/bots", { full_name: "Porter", short_name: "porter" });
  expect(made.body).toMatchObject({ result: "success", api_key: expect.stringMatching(/^\w{32}$/) });
});

test("[security 3.6] with TLS the cookies are Secure, and the session cookie is bound to the host", async () => {
  const { host, noah } = await newCast();
  const browser = await browserOf(host, noah.email, "https");
  expect([...browser.cookies.keys()]).toEqual(["__Host-sessionid", "csrftoken", "__Host-browser"]);
  for (const set of browser.attributes.values()) expect(set).toContain("Secure");
  expect(brief(await browser.ask("GET", "/users/me"))).toEqual([200, "success"]);
});

test("the cookies are Secure if a proxy in front of the server terminates TLS", async () => {
  const { host, noah } = await realm();
  await withEnv({ SITE_URL: "https://localhost" }, async () => {
    const browser = await browserOf(host, noah.email);
    expect([...browser.cookies.keys()]).toEqual(["__Host-sessionid", "csrftoken", "__Host-browser"]);
    expect(brief(await browser.ask("PATCH", "/settings", {}))).toEqual([200, "success"]);
  });
});

test("[conventions 1] [security 3.3] API keys work only below /api/v1, and sessions only below /json", async () => {
  const { host, noah } = await newCast();
  const browser = await browserOf(host, noah.email);
  const basic = `Basic ${btoa(`${noah.email}:${noah.key}`)}`;
  const asked = async (path: string, who: Browser, headers = {}) => {
    const response = await who.fetch("GET", path, {}, headers);
    const { code, user_id }: Json = await response.json();
    return [response.status, code ?? user_id, response.headers.get("WWW-Authenticate")];
  };
  expect(await asked("/json/users/me", browser)).toEqual([200, noah.id, null]);
  expect(await asked("/api/v1/users/me", browser)).toEqual([401, "UNAUTHORIZED", 'Basic realm="zulip"']);
  const stranger = new Browser(host);
  expect(await asked("/api/v1/users/me", stranger, { Authorization: basic })).toEqual([200, noah.id, null]);
  expect(await asked("/json/users/me", stranger, { Authorization: basic })).toEqual([
    401,
    "UNAUTHORIZED",
    'Session realm="zulip"',
  ]);
});

describe("[conventions 3] [security 3.7] the CSRF token of a session", () => {
  test.each([
    ["no token", {}, {}, "the token is missing"],
    ["another session's token", {}, { "X-CSRFToken": "f".repeat(64) }, "the token is not of this session"],
    ["a token that is too short", { csrfmiddlewaretoken: "x" }, {}, "the token is not of this session"],
  ])("is required: %s", async (_, fields, headers, reason) => {
    const { host, noah } = await newCast();
    const browser = await browserOf(host, noah.email);
    for (const method of ["POST", "PATCH", "PUT", "DELETE"]) {
      const path = { POST: "/typing", PATCH: "/settings", PUT: "/bot_storage", DELETE: "/users/me" }[method];
      const response = await browser.fetch(method, `/json${path}`, fields, headers as Record<string, string>);
      const body = await response.json();
      expect([response.status, body]).toEqual([
        403,
        { result: "error", code: "CSRF_FAILED", msg: `CSRF error: ${reason}`, reason },
      ]);
    }
    expect((await noah.ok(noah.get("/users/me"))).is_active).toBe(true);
  });

  test("is accepted in a header, or in a field that is not reported as ignored", async () => {
    const { host, noah } = await newCast();
    const browser = await browserOf(host, noah.email);
    const fields = { csrfmiddlewaretoken: browser.csrf, twenty_four_hour_time: true };
    const reply = await browser.fetch("PATCH", "/json/settings", fields);
    expect(await reply.json()).toEqual({ result: "success", msg: "" });
    expect(brief(await browser.ask("PATCH", "/settings", { twenty_four_hour_time: false }))).toEqual([200, "success"]);
    const overridden = { method: "PATCH", twenty_four_hour_time: true };
    expect((await browser.fetch("POST", "/json/settings", overridden)).status).toBe(403);
  });

  test("[security 3.8] is required for a WebSocket too, except that a GET needs only the site's own origin", () => {
    const Cookie = `sessionid=${"a".repeat(32)}`;
    const doubt = (method: string, headers: Record<string, string>) =>
      readSession(
        new Request("http://h.example/", { method, headers: { Cookie, Upgrade: "websocket", ...headers } }),
        "http://h.example",
        undefined,
        { rootDomain: "h.example", site: "http://h.example" },
      )?.doubt;
    for (const method of ["POST", "PATCH", "PUT", "DELETE"]) {
      expect(doubt(method, { Origin: "http://h.example" }), method).toBe("the token is missing");
    }
    expect(doubt("GET", { Origin: "http://h.example" })).toBeNull();
    for (const origin of ["http://evil.example", "https://h.example", "http://h.example:8080", "null"]) {
      expect(doubt("GET", { Origin: origin }), origin).toBe("the origin is another site");
    }
    expect(doubt("GET", {})).toBe("the origin is missing");
  });

  test("[security 3.7] is not accepted from a cookie alone, which another site may have set", async () => {
    const { host, noah, mia } = await newCast();
    const browser = await browserOf(host, noah.email);
    const { csrf } = await browserOf(host, mia.email);
    browser.cookies.set("csrftoken", csrf);
    expect(brief(await browser.ask("PATCH", "/settings", {}))).toEqual([403, "CSRF_FAILED"]);
  });

  test("is checked only if the session has not ended", async () => {
    const { host, noah } = await newCast();
    const browser = await browserOf(host, noah.email);
    await advanceClock(noah, MONTH);
    expect((await browser.fetch("POST", "/json/typing")).status).toBe(401);
  });
});

test("[security 3.4] other sites can neither read responses with a session nor log users in", async () => {
  const { host, noah } = await newCast();
  const browser = await browserOf(host, noah.email);
  const read = await browser.fetch("GET", "/json/users/me", {}, { Origin: "https://evil.example" });
  expect(read.headers.get("Access-Control-Allow-Origin")).toBeNull();
  for (const origin of ["https://evil.example", "null", `http://evil.${host}`]) {
    const victim = new Browser(host);
    const fields = { username: noah.email, password: PASSWORD };
    for (const path of ["/api/v1/dev_fetch_api_key", "/json/login", "/accounts/login/"]) {
      await victim.fetch("POST", path, fields, { Origin: origin });
      expect([...victim.cookies.keys()], `${path} from ${origin}`).toEqual([]);
    }
    await victim.fetch("POST", "/accounts/login/", fields, { Origin: `http://${host}` });
    expect([...victim.cookies.keys()]).toEqual(["sessionid", "csrftoken", "browser"]);
  }
});

test("[security 3.10] a session is valid in one organization only", async () => {
  const here = await realm();
  const there = await realm();
  const browser = await browserOf(here.host, here.noah.email);
  const elsewhere = new Browser(there.host);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  expect(brief(await elsewhere.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
  const asKey = new Person(here.host, here.noah.email, browser.cookies.get("sessionid") ?? "");
  expect(brief(await asKey.get("/users/me"))).toEqual([401, "INVALID_API_KEY"]);
  const asSession = new Browser(here.host);
  for (const token of [here.noah.key, "", "short", "'; --"]) {
    asSession.cookies.set("sessionid", token);
    expect(brief(await asSession.ask("GET", "/users/me")), token).toEqual([401, "UNAUTHORIZED"]);
  }
});

test("[security 3.1] a session ends after a month, used or not, and survives an eviction of the object", async () => {
  const { host, noah } = await newCast();
  const browser = await browserOf(host, noah.email);
  await evict(noah);
  for (const ms of [MONTH / 3, MONTH / 3, MONTH / 3 - 60_000]) {
    await advanceClock(noah, ms);
    expect(brief(await browser.ask("GET", "/users/me"))).toEqual([200, "success"]);
  }
  await advanceClock(noah, 60_000);
  expect(brief(await browser.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
});

test("[conventions 4] [security 9.11] deactivation ends sessions, and reactivation does not restore them", async () => {
  const { host, iris, noah } = await newCast();
  const browser = await browserOf(host, noah.email);
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect(brief(await browser.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  expect(brief(await browser.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
});

test("a role with fewer permissions applies to existing sessions at once", async () => {
  const { host, iris, omar } = await realm();
  const browser = await browserOf(host, omar.email);
  const rename = () => browser.ask("PATCH", "/realm", { name: "New" });
  expect(brief(await rename())).toEqual([200, "success"]);
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
  expect(brief(await rename())).toEqual([400, "UNAUTHORIZED_PRINCIPAL"]);
});

test("[security 9.9] changing the password ends all sessions except the one that changed it", async () => {
  const { host, noah } = await newCast();
  const [one, two] = [await browserOf(host, noah.email), await browserOf(host, noah.email)];
  const passwords = { old_password: PASSWORD, new_password: "another long sentence" };
  expect(brief(await one.ask("PATCH", "/settings", passwords))).toEqual([200, "success"]);
  expect(brief(await one.ask("GET", "/users/me"))).toEqual([200, "success"]);
  expect(brief(await two.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
});

type Cast = Awaited<ReturnType<typeof realm>>;

describe("[security 4.1] a session that was ended by someone is reported as such for 30 days", () => {
  const ends: Record<string, (cast: Cast) => Promise<unknown>> = {
    "one of the list": async ({ noah }) => {
      const { sessions } = await noah.ok(noah.get("/users/me/sessions"));
      return noah.ok(noah.delete(`/users/me/sessions/${sessions[0].id}`));
    },
    "all others": ({ noah }) => noah.ok(noah.delete("/users/me/sessions")),
    "a new password": ({ noah }) =>
      noah.ok(noah.patch("/settings", { old_password: PASSWORD, new_password: "another long sentence" })),
    "a deactivation": ({ iris, noah }) => iris.ok(iris.delete(`/users/${noah.id}`)),
    "more logins than an account has": async ({ host, noah }) => {
      await runInDurableObject(env.REALM.get(env.REALM.idFromName(host.replace(".localhost", ""))), (_, state) =>
        state.storage.sql.exec(
          `INSERT INTO sessions (user_id, hash, client, created_at, expires_at)
           WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
           SELECT ?, 'x' || i, '', unixepoch(), unixepoch() + 86400 FROM n`,
          limits.account.sessions,
          noah.id,
        ),
      );
      await browserOf(host, noah.email);
    },
  };
  test.each(Object.keys(ends))("after %s", async (name) => {
    const cast = await realm();
    const { host, noah, mia } = cast;
    const [browser, hers] = [await browserOf(host, noah.email), await browserOf(host, mia.email)];
    await ends[name]?.(cast);
    const asked = async () => {
      const { status, body } = await browser.ask("GET", "/users/me");
      return [status, body.code, body.ended_by_account];
    };
    expect(await asked()).toEqual([401, "UNAUTHORIZED", true]);
    expect((await hers.ask("GET", "/users/me")).body.ended_by_account).toBeUndefined();
    await advanceClock(mia, MONTH - 60_000);
    await browserOf(host, mia.email);
    expect(await asked()).toEqual([401, "UNAUTHORIZED", true]);
    await advanceClock(mia, 120_000);
    expect(await asked()).toEqual([401, "UNAUTHORIZED", undefined]);
  });

  test("but not if it expired or never existed", async () => {
    const { host, noah } = await realm();
    const [browser, other] = [await browserOf(host, noah.email), new Browser(host)];
    other.cookies.set("sessionid", "a".repeat(32));
    await advanceClock(noah, MONTH);
    const text = "Not logged in: API authentication or user session required";
    for (const each of [browser, other]) {
      expect((await each.ask("GET", "/users/me")).body).toEqual({ result: "error", code: "UNAUTHORIZED", msg: text });
    }
    // A new login deletes expired sessions.
    await browserOf(host, noah.email);
    expect((await browser.ask("GET", "/users/me")).body.ended_by_account).toBeUndefined();
  });

  test("but only for the most recently ended sessions of an account", async () => {
    const { host, noah } = await realm();
    const first = await browserOf(host, noah.email);
    await noah.ok(noah.delete("/users/me/sessions"));
    const stub = env.REALM.get(env.REALM.idFromName(host.replace(".localhost", "")));
    const remembered = () =>
      runInDurableObject(stub, (_, state) => state.storage.sql.exec("SELECT count(*) AS n FROM ended_sessions").one());
    await runInDurableObject(stub, (_, state) =>
      state.storage.sql.exec(
        `INSERT INTO ended_sessions (hash, user_id, ended_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT 'x' || i, ?, unixepoch() + 60 FROM n`,
        limits.account.ended_sessions,
        noah.id,
      ),
    );
    await browserOf(host, noah.email);
    await noah.ok(noah.delete("/users/me/sessions"));
    expect(await remembered()).toEqual({ n: limits.account.ended_sessions });
    expect((await first.ask("GET", "/users/me")).body.ended_by_account).toBeUndefined();
  });
});

test("users can list their sessions, and end them individually", async () => {
  const { host, noah, mia } = await newCast();
  const [one, two] = [await browserOf(host, noah.email), await browserOf(host, noah.email)];
  const { body } = await one.ask("GET", "/users/me/sessions");
  expect(body.sessions.map(({ client, current }: Json) => [client, current])).toEqual([
    ["Unspecified", true],
    ["Unspecified", false],
  ]);
  expect(body.sessions[0].expires_at - body.sessions[0].created_at).toBe(MONTH / 1000);
  const other = `/users/me/sessions/${body.sessions[1].id}`;
  const refused = await mia.delete(other);
  expect([refused.status, refused.body.msg]).toEqual([404, "Session does not exist"]);
  await noah.ok(noah.delete(other));
  expect(brief(await two.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
  expect((await noah.ok(noah.get("/users/me/sessions"))).sessions).toHaveLength(1);
  await one.ask("POST", "/logout");
  expect([...one.cookies.keys()]).toEqual(["browser"]);
  expect((await noah.ok(noah.get("/users/me/sessions"))).sessions).toEqual([]);
  expect((await noah.post("/logout")).body.msg).toBe("You're not logged in.");
});

test("users can end all their sessions except the one making the request", async () => {
  const { host, noah, mia } = await newCast();
  const [one, two, hers] = [
    await browserOf(host, noah.email),
    await browserOf(host, noah.email),
    await browserOf(host, mia.email),
  ];
  expect((await one.ask("DELETE", "/users/me/sessions")).body).toMatchObject({ result: "success", ended: 1 });
  const alive = async () =>
    Promise.all([one, two, hers].map(async (each) => (await each.ask("GET", "/users/me")).status));
  expect(await alive()).toEqual([200, 401, 200]);
  expect((await one.fetch("DELETE", "/json/users/me/sessions")).status).toBe(403);
  // A request by API key has no session to keep.
  expect((await noah.ok(noah.delete("/users/me/sessions"))).ended).toBe(1);
  expect(await alive()).toEqual([401, 401, 200]);
});

test("a session has the name of its browser", async () => {
  const { host, noah } = await newCast();
  const browser = new Browser(host);
  const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0" };
  await browser.fetch("POST", "/login/", { username: noah.email, password: PASSWORD }, headers);
  const { body } = await browser.ask("GET", "/users/me/sessions");
  expect(body.sessions.map(({ client }: Json) => client)).toEqual(["Firefox, Linux"]);
});

test("a request with a session writes no rows", async () => {
  const { host, noah } = await realm();
  const browser = await browserOf(host, noah.email);
  const written = () =>
    runInDurableObject(env.REALM.get(env.REALM.idFromName(host.replace(".localhost", ""))), (_, state) =>
      state.storage.sql.exec("SELECT total_changes() AS total").one(),
    );
  await untilShipped(noah);
  const before = await written();
  for (let i = 0; i < 5; i++) expect(brief(await browser.ask("GET", "/users/me"))).toEqual([200, "success"]);
  expect(await written()).toEqual(before);
});

test("an account has at most a hundred sessions", async () => {
  const { host, noah } = await newCast();
  const first = await browserOf(host, noah.email);
  for (let i = 0; i < 100; i++) {
    await noah.ok(noah.post("/dev_fetch_api_key", { username: noah.email }));
    if (i % 50 === 49) await advanceClock(noah, 60_000);
  }
  expect(brief(await first.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
});

test("a browser that accepts an invitation is logged in, and redirected to the organization", async () => {
  const { host, iris } = await realm();
  const { invite_link } = await iris.ok(iris.post("/invites/multiuse"));
  await withConfig(iris, { mail: "none" }, async () => {
    const browser = new Browser(host);
    const account = { full_name: "Nina", email: "nina@example.org", password: PASSWORD };
    const origin = { Origin: `http://${host}` };
    const joined = await browser.fetch("POST", new URL(invite_link).pathname, account, origin);
    expect([joined.status, joined.headers.get("location")]).toEqual([303, "/"]);
    expect((await browser.ask("GET", "/users/me")).body.full_name).toBe("Nina");
  });
});

describe("the login page", () => {
  test("redirects to the requested URL, only within this site", async () => {
    const { host, noah } = await realm();
    const form = await (await new Browser(host).fetch("GET", "/login/")).text();
    for (const part of ["Log in to Test", 'name="username"', 'name="password"']) expect(form).toContain(part);
    for (const [next, to] of [
      ["", "/"],
      ["/user_uploads/1/a?b#c", "/user_uploads/1/a?b#c"],
      ["//evil.example/", "/"],
      ["https://evil.example/", "/"],
      ["/\\evil.example", "/"],
      ["/.//evil.example/", "/"],
      ["/a/..//evil.example/", "/"],
      ["javascript:alert(1)", "/"],
    ] as const) {
      const browser = new Browser(host);
      const path = `/accounts/login/?next=${encodeURIComponent(next)}`;
      const reply = await browser.fetch("POST", path, { username: noah.email, password: PASSWORD });
      expect([reply.status, reply.headers.get("Location")], next).toEqual([303, to]);
      expect((await browser.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
    }
  });

  test.each<[says: string, end: (cast: Cast) => Promise<unknown>]>([
    ["Your role changed", ({ iris, noah }) => iris.ok(iris.patch(`/users/${noah.id}`, { role: 200 }))],
    ["You were logged out from another device", ({ noah }) => noah.ok(noah.delete("/users/me/sessions"))],
    [
      "Your password was changed",
      ({ noah }) => noah.ok(noah.patch("/settings", { old_password: PASSWORD, new_password: "another long sentence" })),
    ],
    ["You&#39;ve been logged out", ({ iris, noah }) => iris.ok(iris.delete(`/users/${noah.id}/logins`))],
    ["Your session has expired", ({ noah }) => advanceClock(noah, MONTH)],
  ])("shows once why the session ended: %s", async (says, end) => {
    const cast = await newCast();
    const browser = await browserOf(cast.host, cast.noah.email);
    await end(cast);
    const status = async () => {
      const page = await (await browser.fetch("GET", "/login/")).text();
      return /<p class="notice" role="status">(.*)<\/p>/.exec(page)?.[1] ?? null;
    };
    expect(await status()).toContain(says);
    expect(await status()).toBe(null);
  });

  test("shows an error, and limits the rate of attempts", async () => {
    const { host, noah } = await realm();
    const guess = async () => {
      const browser = new Browser(host);
      const reply = await browser.fetch("POST", "/login/", { username: `${noah.email}"><b>`, password: "wrong" });
      return [reply.status, browser.cookies.size, (await reply.text()).includes("<b>")];
    };
    for (let i = 0; i < 5; i++) expect(await guess()).toEqual([401, 0, false]);
    expect(await guess()).toEqual([429, 0, false]);
  });

  test("needs the CSRF token to log out, which ends the session", async () => {
    const { host, noah } = await newCast();
    const browser = await browserOf(host, noah.email);
    const kept = new Map(browser.cookies);
    expect((await browser.fetch("POST", "/accounts/logout/")).status).toBe(403);
    const csrfmiddlewaretoken = browser.csrf;
    const out = await browser.fetch("POST", "/accounts/logout/", { csrfmiddlewaretoken });
    expect([out.status, out.headers.get("Location")]).toEqual([303, "/login/"]);
    // Logging out keeps only the cookie that identifies the browser.
    expect([...browser.cookies.keys()]).toEqual(["browser"]);
    expect(out.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect(brief(await browser.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
    expect((await browser.fetch("POST", "/accounts/logout/", { csrfmiddlewaretoken })).status).toBe(303);
  });
});

test('a browser with a session can load files, register, poll and send as the client "website"', async () => {
  const { host, noah, mia } = await newCast();
  const browser = await browserOf(host, noah.email);
  const form = new FormData();
  form.set("file", textFile("hello"));
  const { queue_id, last_event_id } = (await browser.ask("POST", "/register", { event_types: ["message"] })).body;
  const sent = await browser.ask("POST", "/messages", { type: "direct", to: [mia.id], content: "tea?" });
  expect(brief(sent)).toEqual([200, "success"]);
  for (const [token, status] of [
    [browser.csrf, 200],
    ["", 403],
  ] as const) {
    const headers = { Host: host, Cookie: `sessionid=${browser.cookies.get("sessionid")}`, "X-CSRFToken": token };
    const upload = await exports.default.fetch(`http://${host}/json/user_uploads`, {
      method: "POST",
      headers,
      body: form,
    });
    expect(upload.status).toBe(status);
  }
  const { events } = (await browser.ask("GET", "/events", { queue_id, last_event_id })).body;
  expect(events.map(({ message, flags }: Json) => [message.client, flags])).toEqual([["website", ["read"]]]);
  expect((await browser.fetch("GET", `/avatar/${mia.id}`)).status).toBe(302);
  expect((await fetchPage(host, `/avatar/${mia.id}`)).status).toBe(401);
});

test("sessions and keys show the day of their last use", async () => {
  const { host, noah } = await newCast();
  const browser = await browserOf(host, noah.email);
  const days = (logins: Json[]) =>
    logins.map(({ created_at, last_used_at }) => Math.round((last_used_at - created_at) / 86_400));
  const used = async () => ({
    sessions: days((await noah.ok(noah.get("/users/me/sessions"))).sessions),
    // The browser's developer login has created another key, which is unused.
    keys: days((await noah.ok(noah.get("/users/me/api_keys"))).api_keys),
  });
  expect(await used()).toEqual({ sessions: [0], keys: [0, 0] });
  await advanceClock(noah, 3 * 86_400_000);
  expect(await used()).toEqual({ sessions: [0], keys: [3, 0] });
  expect(brief(await browser.ask("GET", "/users/me"))).toEqual([200, "success"]);
  expect(await used()).toEqual({ sessions: [3], keys: [3, 0] });
  await evict(noah);
  await advanceClock(noah, 86_400_000);
  expect(await used()).toEqual({ sessions: [3], keys: [4, 0] });
});

test("DELETE /users/me/api_keys ends all other API keys, or all of them if called with a session", async () => {
  const { host, noah } = await newCast();
  const { api_key } = await noah.ok(noah.post("/fetch_api_key", { username: noah.email, password: PASSWORD }));
  const phone = new Person(host, noah.email, api_key, noah.id);
  expect((await phone.ok(phone.delete("/users/me/api_keys"))).ended).toBe(1);
  expect(brief(await noah.get("/users/me"))).toEqual([401, "INVALID_API_KEY"]);
  expect((await phone.ok(phone.get("/users/me/api_keys"))).api_keys).toHaveLength(1);
  const browser = await browserOf(host, noah.email);
  expect((await browser.ask("DELETE", "/users/me/api_keys")).body.ended).toBe(2);
  expect(brief(await phone.get("/users/me"))).toEqual([401, "INVALID_API_KEY"]);
  expect(brief(await browser.ask("GET", "/users/me"))).toEqual([200, "success"]);
});

test("[security 3.2] an unused login ends after the operator's number of days, and a used one does not", async () => {
  const { host, iris, noah } = await realm();
  const DAY_MS = 86_400_000;
  const [used, idle] = [await browserOf(host, noah.email), await browserOf(host, noah.email)];
  await withConfig(iris, { sessionIdleDays: 5 }, async () => {
    for (let day = 0; day < 7; day += 1) {
      await advanceClock(noah, DAY_MS);
      expect((await used.ask("GET", "/users/me")).status).toBe(200);
    }
    expect(brief(await idle.ask("GET", "/users/me"))).toEqual([401, "UNAUTHORIZED"]);
    const { sessions } = (await used.ask("GET", "/users/me/sessions")).body;
    expect(sessions.map(({ current }: Json) => current)).toEqual([true]);
  });
  // Two weeks by default.
  expect((await idle.ask("GET", "/users/me")).status).toBe(200);
  await advanceClock(noah, 16 * DAY_MS);
  expect((await used.ask("GET", "/users/me")).status).toBe(401);
});
