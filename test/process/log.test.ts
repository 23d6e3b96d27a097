import { expect, test } from "vitest";
import { readServerNote } from "../../src/cli/data-directory/server-note.ts";
import { Server } from "./support/launch.ts";
import { until } from "./support/processes.ts";
import { launch, start, stoppedData } from "./support/server.ts";

type Line = Readonly<Record<string, unknown>>;

/** The log lines in the server's output. */
const linesOf = ({ output }: Server): Line[] =>
  output
    .split("\n")
    // The last one can be incomplete.
    .slice(0, -1)
    .flatMap((text) => (text.startsWith('{"time":') ? [JSON.parse(text) as Line] : []));

async function ask({ url, credentials: { email, key } }: Server, method: string, path: string, body?: string) {
  const authorization = `Basic ${btoa(`${email}:${key}`)}`;
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body && { body }) });
  return { status: response.status, request: response.headers.get("x-request-id") };
}

test("each request logs a line, and each error another, with the request id of the response", async () => {
  const server = await start({ args: ["--test-hooks"] });
  const well = await ask(server, "GET", "/users/me");
  const failed = await ask(server, "POST", "/testing/failures", "step=run");
  expect([well.status, failed.status]).toEqual([200, 500]);
  const about = (request: string | null) => linesOf(server).filter((line) => line["request"] === request);
  await until("the lines are there", () => about(well.request).length === 1 && about(failed.request).length === 2);
  const organization = { subdomain: "", realm: expect.any(Number) };
  expect(about(well.request)).toEqual([
    expect.objectContaining({ event: "request", route: "GET /users/me", status: 200, ...organization }),
  ]);
  const events = about(failed.request).sort((a, b) => String(a["event"]).localeCompare(String(b["event"])));
  expect(events).toEqual([
    expect.objectContaining({ level: "warn", event: "request", status: 500, ...organization }),
    expect.objectContaining({
      level: "error",
      event: "request_failed",
      route: "POST /testing/failures",
      ...organization,
      error: "told to fail in run",
    }),
  ]);
  await server.stop();
});

test("--quiet logs only errors, --log sets one format for all lines, and --log-addresses adds addresses for fail2ban", async () => {
  const args = ["--log", "logfmt", "--log-addresses", "--quiet", "--test-hooks"];
  const launched = launch({ data: (await stoppedData()).data, args });
  const server = new Server(launched, await until("it runs", () => readServerNote(launched.data)?.url));
  await ask(server, "GET", "/users/me");
  const { request } = await ask(server, "POST", "/testing/failures", "step=run");
  const form = new URLSearchParams({ username: "owner@example.com", password: "wrong" });
  expect((await fetch(`${server.url}/api/v1/fetch_api_key`, { method: "POST", body: form })).status).toBe(401);
  const lines = await until("it is logged", () => {
    const all = server.output.split("\n").filter((line) => line !== "");
    return all.some((line) => line.includes("login_refused")) && all;
  });
  for (const line of lines) expect(line).toMatch(/^time=\d{4}-\d\d-\d\dT[\d:.]+Z level=(info|warn|error) event=\w+ /);
  const requests = lines.filter((line) => line.includes(" request="));
  expect(requests).toEqual([
    expect.stringMatching(`level=error event=request_failed .*request=${request} `),
    expect.stringContaining("event=login_refused"),
  ]);
  const refused = lines.filter((line) => line.includes("event=login_refused"));
  // Like failregex in deploy/fail2ban/parley.conf.
  expect(refused).toEqual([
    expect.stringMatching(/ request=\S+ .* reason=AUTHENTICATION_FAILED address=127\.0\.0\.1$/),
  ]);
});
