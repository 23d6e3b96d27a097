import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { organization, realm } from "../support/organization.ts";

const { host, owner } = await organization();
const basic = `Basic ${btoa(`${owner.email}:${owner.key}`)}`;
const call = async (path: string, init: RequestInit = {}) => {
  const response = await exports.default.fetch(`http://${host}${path}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? null : JSON.parse(text) };
};

describe("[1] the HTTP server", () => {
  test("returns a JSON error for an unknown path", async () => {
    const { status, body } = await call("/api/v1/nothing/here");
    expect([status, body]).toEqual([404, { result: "error", msg: "Not found", code: "BAD_REQUEST" }]);
  });

  test("returns the allowed methods of a known path for any other method", async () => {
    const { status, headers, body } = await call("/api/v1/register", { method: "PATCH" });
    expect(status).toBe(405);
    expect(headers.get("Allow")).toBe("POST");
    expect(body).toMatchObject({ result: "error", msg: "Method Not Allowed", allowed_methods: ["POST"] });
  });

  test("answers HEAD like GET, without the body", async () => {
    const { status, text } = await call("/api/v1/server_settings", { method: "HEAD" });
    expect([status, text]).toEqual([200, ""]);
  });

  test("answers OPTIONS with the allowed methods and headers", async () => {
    const { status, headers } = await call("/api/v1/events", { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("Allow")).toBe("DELETE, GET");
    expect(headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
  });

  test("[security 3.4] lets browsers of any origin read every response", async () => {
    const { headers } = await call("/api/v1/nothing");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test("treats two slashes as one", async () => {
    expect((await call("/api/v1//server_settings")).status).toBe(200);
    expect((await call("//api//v1/server_settings")).status).toBe(200);
  });

  test("serves the same endpoints under /json", async () => {
    expect((await call("/json/server_settings")).body.realm_name).toBe("Test");
  });

  test("lets a POST override its method", async () => {
    const form = new URLSearchParams({ method: "DELETE", queue_id: "none" });
    const { body } = await call("/api/v1/events", { method: "POST", body: form, headers: { Authorization: basic } });
    expect(body.code).toBe("BAD_EVENT_QUEUE_ID");
  });
});

describe("[1] parameters", () => {
  test("are the same in a form, a multipart form and the query string", async () => {
    const fields = { event_types: '["message"]' };
    const multipart = new FormData();
    multipart.set("event_types", fields.event_types);
    const headers = { Authorization: basic };
    for (const body of [new URLSearchParams(fields), multipart]) {
      expect((await call("/api/v1/register", { method: "POST", body, headers })).body.result).toBe("success");
    }
    const query = `/api/v1/register?${new URLSearchParams(fields)}`;
    expect((await call(query, { method: "POST", headers })).body.result).toBe("success");
  });

  test("can be absent from a multipart form", async () => {
    const type = "multipart/form-data; boundary=xyz";
    for (const body of ["", "--xyz--\r\n"]) {
      const headers = { Authorization: basic, "Content-Type": type };
      expect((await call("/api/v1/register", { method: "POST", body, headers })).body.result).toBe("success");
    }
  });

  test("are rejected in a truncated multipart form", async () => {
    const headers = { Authorization: basic, "Content-Type": "multipart/form-data; boundary=xyz" };
    const body = '--xyz\r\nContent-Disposition: form-data; name="event_types"\r\n\r\n["mess';
    const { status, body: reply } = await call("/api/v1/register", { method: "POST", body, headers });
    expect([status, reply.code]).toEqual([400, "BAD_REQUEST"]);
  });

  test("of DELETE can be in the body or the query string", async () => {
    const { queue_id } = await owner.ok(owner.post("/register", { event_types: ["message"] }));
    const other = await owner.ok(owner.post("/register", { event_types: ["message"] }));
    expect((await owner.delete("/events", { queue_id })).status).toBe(200);
    const query = `/api/v1/events?queue_id=${other.queue_id}`;
    expect((await call(query, { method: "DELETE", headers: { Authorization: basic } })).status).toBe(200);
  });

  test("that the endpoint doesn't know are returned as ignored", async () => {
    const { body } = await owner.post("/register", { event_types: ["message"], colour: "red", client: "me" });
    expect(body.ignored_parameters_unsupported).toEqual(["colour"]);
  });

  test("are not listed as ignored in errors", async () => {
    const { body } = await owner.delete("/events", { queue_id: "none", colour: "red" });
    expect(body).not.toHaveProperty("ignored_parameters_unsupported");
  });

  test("are named in the error when missing", async () => {
    const { status, body } = await owner.delete("/events");
    expect([status, body]).toEqual([
      400,
      { result: "error", msg: "Missing 'queue_id' argument", code: "REQUEST_VARIABLE_MISSING", var_name: "queue_id" },
    ]);
  });

  test.each([
    ["not JSON", { event_types: "[" }, "event_types is not valid JSON"],
    ["another type", { event_types: "7" }, "event_types is not a list"],
    ["another type inside", { event_types: "[1]" }, "event_types[0] is not a string"],
    ["an invalid boolean", { apply_markdown: "yes" }, "apply_markdown is not valid JSON"],
    ["a number for a boolean", { apply_markdown: "1" }, "apply_markdown is not a boolean"],
    [
      "a required key is missing",
      { client_capabilities: "{}" },
      'client_capabilities["notification_settings_null"] field is missing: Field required',
    ],
  ])("are rejected: %s", async (_, fields, msg) => {
    const { status, body } = await owner.post("/register", fields);
    expect([status, body]).toEqual([400, { result: "error", msg, code: "BAD_REQUEST" }]);
  });
});

describe("[5] credentials", () => {
  const register = (headers: Record<string, string>) => call("/api/v1/register", { method: "POST", headers });

  test("that are missing lead to a 401 response", async () => {
    const { status, headers, body } = await call("/api/v1/events");
    expect([status, body.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(headers.get("WWW-Authenticate")).toBe('Basic realm="zulip"');
  });

  test.each([
    ["another scheme", "Bearer abc", 400, "BAD_REQUEST", "This endpoint requires HTTP basic authentication."],
    ["not base64", "Basic %%%", 401, "UNAUTHORIZED", "Invalid authorization header for basic auth"],
    ["no colon", `Basic ${btoa("nothing")}`, 401, "UNAUTHORIZED", "Invalid authorization header for basic auth"],
    ["a key of another length", `Basic ${btoa(`${owner.email}:abc`)}`, 401, "INVALID_API_KEY", "Malformed API key"],
    ["a wrong key", `Basic ${btoa(`${owner.email}:${"a".repeat(32)}`)}`, 401, "INVALID_API_KEY", "Invalid API key"],
    [
      "another user's address",
      `Basic ${btoa(`omar@example.com:${owner.key}`)}`,
      401,
      "INVALID_API_KEY",
      "Invalid API key",
    ],
  ])("are rejected: %s", async (_, header, status, code, msg) => {
    const refused = await register({ Authorization: header });
    expect([refused.status, refused.body]).toEqual([status, { result: "error", msg, code }]);
    expect(refused.headers.get("WWW-Authenticate")).toBe(status === 401 ? 'Basic realm="zulip"' : null);
  });

  test("are requested by every 401 response, in the scheme that the client used", async () => {
    const { host, iris, noah, omar } = await realm();
    await iris.ok(iris.delete(`/users/${noah.id}`));
    const asked = async (path: string, init: RequestInit = {}) => {
      const { status, headers } = await exports.default.fetch(`http://${host}${path}`, init);
      return [status, headers.get("WWW-Authenticate")];
    };
    const as = ({ email, key }: { email: string; key: string }, method = "GET") => ({
      method,
      headers: { Authorization: `Basic ${btoa(`${email}:${key}`)}` },
    });
    const wrong = { email: omar.email, key: "a".repeat(32) };
    const basic = [401, 'Basic realm="zulip"'];
    expect(await asked("/api/v1/events?queue_id=x&last_event_id=0", as(wrong))).toEqual(basic);
    expect(await asked("/api/v1/events", as(wrong))).toEqual(basic);
    expect(await asked("/api/v1/users/me", as(noah))).toEqual(basic);
    const login = { method: "POST", body: new URLSearchParams({ username: omar.email, password: "wrong" }) };
    expect(await asked("/api/v1/fetch_api_key", login)).toEqual(basic);
    const session = [401, 'Session realm="zulip"'];
    expect(await asked("/json/fetch_api_key", login)).toEqual(session);
    expect(await asked("/json/users/me")).toEqual(session);
    // An endpoint that spectators can call if the organization allows it.
    expect(await asked("/api/v1/messages", {})).toEqual(session);
    expect(await asked("/json/messages")).toEqual(session);
    expect(await asked("/user_uploads/1/a/b.txt")).toEqual(session);
  });

  test("are accepted with scheme and email in any case", async () => {
    const header = `bAsIc ${btoa(`${owner.email.toUpperCase()}:${owner.key}`)}`;
    expect((await register({ Authorization: header })).status).toBe(200);
  });

  test("are accepted with the account's dummy address", async () => {
    const header = `Basic ${btoa(`user${owner.id}@${host}:${owner.key}`)}`;
    expect((await register({ Authorization: header })).status).toBe(200);
  });

  test("are checked before any parameter", async () => {
    const { body } = await call("/api/v1/events", { method: "DELETE" });
    expect(body.code).toBe("UNAUTHORIZED");
  });

  test("of one organization are rejected by any other", async () => {
    const other = await organization();
    const response = await exports.default.fetch(`http://${other.host}/api/v1/register`, {
      method: "POST",
      headers: { Authorization: basic },
    });
    expect([response.status, await response.json()]).toMatchObject([401, { code: "INVALID_API_KEY" }]);
  });

  test("are not checked on a host without an organization", async () => {
    const response = await exports.default.fetch("http://nobody-here.localhost/api/v1/register", {
      method: "POST",
      headers: { Authorization: basic },
    });
    expect([response.status, await response.json()]).toMatchObject([404, { code: "NONEXISTENT_SUBDOMAIN" }]);
  });
});

describe("[conventions 6] rate limits", () => {
  test("count an account's calls, report the count, and stop calls beyond the limit", async () => {
    const { owner: busy } = await organization();
    const first = await busy.post("/register", { fetch_event_types: [] });
    expect(first.headers.get("X-RateLimit-Limit")).toBe("200");
    expect(first.headers.get("X-RateLimit-Remaining")).toBe("199");
    expect(Number(first.headers.get("X-RateLimit-Reset"))).toBeGreaterThan(1_700_000_000);
    for (let i = 0; i < 199; i++) await busy.delete("/events", { queue_id: "none" });
    const { status, headers, body } = await busy.delete("/events", { queue_id: "none" });
    expect([status, body.code]).toEqual([429, "RATE_LIMIT_HIT"]);
    expect(body["retry-after"]).toBeGreaterThan(0);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect(headers.get("X-RateLimit-Remaining")).toBe("0");
  });

  test("reset after a minute", async () => {
    const { owner: busy } = await organization();
    for (let i = 0; i < 201; i++) await busy.delete("/events", { queue_id: "none" });
    await busy.post("/testing/clock", { advance_ms: 60_000 });
    expect((await busy.post("/register", { fetch_event_types: [] })).status).toBe(200);
  });
});
