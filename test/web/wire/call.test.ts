import { describe, expect, test } from "vitest";
import { isFinal, Refused, Unreachable } from "../../../src/web/wire/api.ts";
import { type Caller, encode, makeApi, readCookie } from "../../../src/web/wire/call.ts";
import { sleep } from "../../../src/web/wire/clock.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

type Answer = { status?: number; body?: unknown } | "never" | "broken" | "slow";

/** A server that returns these answers in turn, and then repeats the last one. */
function newCaller(...answers: Answer[]) {
  const clock = new VirtualClock();
  const requests: { method: string; url: string; body: string; token: string | undefined }[] = [];
  const told: string[] = [];
  const session = { token: "t1", account: undefined as number | undefined };
  const caller: Caller = {
    clock,
    fetch: async (url, init) => {
      const headers = init?.headers as Record<string, string>;
      const sent = String(init?.body ?? "");
      requests.push({ method: init?.method ?? "", url: String(url), body: sent, token: headers["X-CSRFToken"] });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === "broken") throw new TypeError("network");
      if (answer === "never") {
        return new Promise((_, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        });
      }
      const { status = 200, body: said = { result: "success", msg: "" } } = answer === "slow" ? {} : (answer ?? {});
      const body = typeof said === "string" ? said : JSON.stringify(said);
      const text = async () => {
        if (answer === "slow") await sleep(clock, 20_000);
        return body;
      };
      return { status, headers: new Headers(), text } as Response;
    },
    csrfToken: () => session.token,
    account: () => session.account,
    onAnswer: (isAnswered) => told.push(isAnswered ? "answer" : "silence"),
    onLoggedOut: () => told.push("logged out"),
    onEnded: () => told.push("ended"),
    onAnotherAccount: () => told.push("another account"),
  };
  return { api: makeApi(caller), clock, requests, told, session };
}

const error = (code: string, rest: object = {}) => ({ result: "error", msg: `It is ${code}.`, code, ...rest });
const failed = (call: Promise<unknown>) =>
  call.then(
    () => "no error",
    (reason: unknown) => reason,
  );

describe("API calls", () => {
  test("send strings unchanged and everything else as JSON", async () => {
    const { api, requests } = newCaller({});
    await api.get("/messages", { anchor: "newest", narrow: [{ operator: "is", operand: "dm" }], missing: undefined });
    await api.post("/messages", { to: [1, 2], content: "a&b" });
    await api.delete("/drafts/5");
    expect(requests).toEqual([
      {
        ...{ method: "GET", body: "", token: undefined },
        url: "/json/messages?anchor=newest&narrow=%5B%7B%22operator%22%3A%22is%22%2C%22operand%22%3A%22dm%22%7D%5D",
      },
      { method: "POST", url: "/json/messages", body: "to=%5B1%2C2%5D&content=a%26b", token: "t1" },
      { method: "DELETE", url: "/json/drafts/5", body: "", token: "t1" },
    ]);
    expect(String(encode({ yes: true, none: null }))).toBe("yes=true&none=null");
  });

  test("reject with the server's error, or as unreachable if there is none", async () => {
    const bad = error("BAD_REQUEST", { extra: 1 });
    const { api, told } = newCaller({ status: 400, body: bad }, { status: 502, body: "<html>" }, "broken", {
      status: 500,
      body: error("INTERNAL_SERVER_ERROR"),
    });
    const refused = await failed(api.get("/x"));
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ code: "BAD_REQUEST", status: 400, message: "It is BAD_REQUEST.", body: bad });
    expect(await failed(api.get("/x"))).toBeInstanceOf(Unreachable);
    expect(await failed(api.get("/x"))).toBeInstanceOf(Unreachable);
    expect(await failed(api.get("/x"))).toMatchObject({ status: 500 });
    expect(told).toEqual(["answer", "silence", "silence", "silence"]);
  });

  test("are retried after a short rate limit, and fail after a long one", async () => {
    const limit = (seconds: number) => ({ status: 429, body: error("RATE_LIMIT_HIT", { "retry-after": seconds }) });
    const { api, clock, requests } = newCaller(limit(2), limit(1), {}, limit(60));
    const call = api.post("/x");
    await clock.pass(2_900);
    expect(requests).toHaveLength(2);
    await clock.pass(200);
    await call;
    expect(requests).toHaveLength(3);
    expect(await failed(api.post("/x"))).toMatchObject({ status: 429, retryAfter: 60_000 });
  });

  test("end after a timeout, or when they are aborted", async () => {
    const { api, clock, told } = newCaller("never");
    const hanging = failed(api.get("/x"));
    const short = failed(api.get("/x", {}, { timeout: 1_000 }));
    await clock.pass(1_000);
    expect(await short).toBeInstanceOf(Unreachable);
    await clock.pass(30_000);
    expect(await hanging).toBeInstanceOf(Unreachable);
    const given = new AbortController();
    const abandoned = failed(api.get("/x", {}, { signal: given.signal }));
    await clock.pass(1);
    given.abort(new Error("not needed any more"));
    expect(await abandoned).toMatchObject({ message: "not needed any more" });
    expect(told).toEqual(["silence", "silence"]);
    const { api: far, clock: meanwhile } = newCaller("slow");
    const long = far.get("/x", {}, { timeout: 1_000 });
    await meanwhile.pass(20_000);
    expect(await long).toMatchObject({ result: "success" });
  });

  test("report an ended session, but not a wrong password", async () => {
    const { api, told } = newCaller(
      { status: 401, body: error("AUTHENTICATION_FAILED") },
      { status: 401, body: error("UNAUTHORIZED") },
    );
    await failed(api.get("/x"));
    await failed(api.get("/x"));
    expect(told).toEqual(["answer", "answer", "logged out"]);
  });

  test("do not report an ended session if there was a new login before the response", async () => {
    const { api, told, requests, session } = newCaller({ status: 401, body: error("UNAUTHORIZED") });
    const late = failed(api.get("/x"));
    while (requests.length === 0) await Promise.resolve();
    session.token = "t2";
    expect(await late).toBeInstanceOf(Unreachable);
    expect(told).toEqual(["answer"]);
  });

  test("check again before reporting that the account ended the session", async () => {
    const ended = { status: 401, body: error("UNAUTHORIZED", { ended_by_account: true }) };
    const gone = newCaller(ended);
    expect(await failed(gone.api.get("/x"))).toBeInstanceOf(Refused);
    expect(gone.requests.map(({ url }) => url)).toEqual(["/json/x", "/json/users/me"]);
    expect(gone.told.filter((each) => each !== "answer")).toEqual(["ended"]);
    // A new session in another tab has replaced it.
    const renewed = newCaller(ended, {});
    await renewed.api.get("/x");
    expect(renewed.requests.map(({ url }) => url)).toEqual(["/json/x", "/json/users/me", "/json/x"]);
    expect(renewed.told).toEqual(["answer", "answer", "answer"]);
    // Unknown without a response.
    const unsure = newCaller(ended, "broken");
    expect(await failed(unsure.api.get("/x"))).toBeInstanceOf(Refused);
    expect(unsure.told).toEqual(["answer", "silence"]);
  });

  test("are never made as another account: a changed session must belong to the same account", async () => {
    const me = (user_id: number) => ({ body: { result: "success", msg: "", user_id } });
    const { api, requests, told, session } = newCaller({}, me(9), {}, me(8));
    session.account = 9;
    await api.post("/x");
    session.token = "t2";
    await Promise.all([api.post("/x"), api.post("/x")]);
    expect(requests.map(({ url }) => url)).toEqual(["/json/x", "/json/users/me", "/json/x", "/json/x"]);
    session.token = "t3";
    expect(await failed(api.post("/x"))).toBeInstanceOf(Unreachable);
    expect(requests.map(({ url }) => url).slice(4)).toEqual(["/json/users/me"]);
    expect(await Promise.all([failed(api.check()), failed(api.post("/x"))])).toEqual([
      expect.any(Unreachable),
      expect.any(Unreachable),
    ]);
    // Once for all that ask at the same time.
    expect(told.filter((each) => each === "another account")).toHaveLength(2);
  });
});

test("a refusal is final unless the same request can succeed later", () => {
  const final = [400, 403, 404, 408, 413, 429, 500, 503].filter((status) => isFinal(new Refused(status, {})));
  expect(final).toEqual([400, 403, 404, 413]);
});

test("a cookie is read by its name", () => {
  expect(readCookie("a=1; csrftoken=x%20y; b=2", "csrftoken")).toBe("x y");
  expect(readCookie("xcsrftoken=1", "csrftoken")).toBe("");
});

test("the client is logged out if the server no longer knows the session or the organization", async () => {
  for (const [status, code] of [
    [401, "UNAUTHORIZED"],
    [404, "NONEXISTENT_SUBDOMAIN"],
  ] as const) {
    const { api, told } = newCaller({ status, body: error(code) });
    await expect(api.get("/users/me")).rejects.toThrow(Refused);
    expect(told).toContain("logged out");
  }
});
