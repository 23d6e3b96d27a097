import { expect, test } from "vitest";
import { withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json, Person } from "../../../support/person.ts";

interface Asked {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** Each test has its own Zoom account, because tokens are kept while the Worker is in memory. */
let made = 0;

/**
 * Runs `work` with a fake Zoom that knows noah, and answers requests for meetings as given. Nothing leaves the machine.
 */
async function withZoom(
  person: Person,
  { meeting, token = () => Response.json({ access_token: `token ${made}` }) }: Answers,
  work: (asked: Asked[]) => Promise<void>,
) {
  made += 1;
  const zoom = {
    ...{ accountId: `account ${made}`, clientId: "parley", clientSecret: "known to both" },
    ...{ oauthUrl: "https://zoom.example", apiUrl: "https://api.zoom.example" },
  };
  const asked: Asked[] = [];
  answerOutside(["zoom.example", "api.zoom.example"], ({ url, headers }, { body }) => {
    asked.push({ path: url, authorization: headers.get("authorization"), body: String(body) });
    return url.endsWith("/oauth/token") ? token(asked.length) : meeting(asked.length);
  });
  await withConfig(person, { zoom }, () => work(asked));
}

interface Answers {
  readonly meeting: (count: number) => Response | Promise<Response>;
  readonly token?: (count: number) => Response;
}

const JOIN = "https://zoom.example/j/1234?pwd=x";
const create = async (person: Person, fields: object = {}): Promise<Json> =>
  (await person.post("/calls/zoom/create", fields)).body;

test("Zoom meetings are created in the callers' names, with cameras on or off, after one token request", async () => {
  const { noah, mia } = await realm();
  await withZoom(noah, { meeting: () => Response.json({ join_url: JOIN }, { status: 201 }) }, async (asked) => {
    expect(await create(noah)).toEqual({ result: "success", msg: "", url: JOIN });
    expect((await create(mia, { is_video_call: false })).url).toBe(JOIN);
    expect(asked.map(({ path }) => path)).toEqual([
      "https://zoom.example/oauth/token",
      `https://api.zoom.example/v2/users/${encodeURIComponent("noah@example.com")}/meetings`,
      `https://api.zoom.example/v2/users/${encodeURIComponent("mia@example.com")}/meetings`,
    ]);
    const [first, second, third] = asked as [Asked, Asked, Asked];
    expect(first.authorization).toBe(`Basic ${btoa("parley:known to both")}`);
    expect(Object.fromEntries(new URLSearchParams(first.body))).toEqual({
      grant_type: "account_credentials",
      account_id: `account ${made}`,
    });
    expect([second.authorization, third.authorization]).toEqual([`Bearer token ${made}`, `Bearer token ${made}`]);
    const settings = (video: boolean) => ({ host_video: video, participant_video: video });
    expect([second, third].map(({ body }) => JSON.parse(body))).toEqual([
      { default_password: true, settings: settings(true) },
      { default_password: true, settings: settings(false) },
    ]);
  });
});

test("Zoom gets the caller's real email address, regardless of its visibility", async () => {
  const { noah } = await realm();
  await noah.ok(noah.patch("/settings", { email_address_visibility: 4 }));
  await withZoom(noah, { meeting: () => Response.json({ join_url: JOIN }) }, async (asked) => {
    const { user } = await noah.ok(noah.get("/users/me")).then((own) => ({ user: own }));
    const hidden = await noah.post("/calls/zoom/create");
    expect([hidden.status, user.delivery_email]).toEqual([200, "noah@example.com"]);
    expect(asked.at(-1)?.path).toContain(encodeURIComponent("noah@example.com"));
  });
});

test.each<[string, Answers, Json]>([
  [
    "a caller without a Zoom account",
    { meeting: () => Response.json({ code: 1001, message: "User does not exist" }, { status: 404 }) },
    { code: "UNKNOWN_ZOOM_USER", msg: "Unknown Zoom user email" },
  ],
  [
    "credentials that Zoom rejects",
    { meeting: () => new Response(), token: () => Response.json({ error: "invalid_client" }, { status: 400 }) },
    { code: "BAD_REQUEST", msg: "Invalid Zoom credentials" },
  ],
  [
    "a malformed token",
    { meeting: () => new Response(), token: () => Response.json({ access_token: 5 }) },
    { code: "BAD_REQUEST", msg: "Invalid Zoom credentials" },
  ],
  [
    "a failure at Zoom",
    { meeting: () => new Response("<html>", { status: 500 }) },
    { code: "BAD_REQUEST", msg: "Failed to create Zoom call" },
  ],
  [
    "a response without a meeting",
    { meeting: () => Response.json({ join_url: "javascript:alert(1)" }) },
    { code: "BAD_REQUEST", msg: "Failed to create Zoom call" },
  ],
  [
    "an endless response",
    { meeting: () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536)) })) },
    { code: "BAD_REQUEST", msg: "Failed to create Zoom call" },
  ],
  [
    "that Zoom is unreachable",
    { meeting: () => Promise.reject(new Error("connection refused")) },
    { code: "BAD_REQUEST", msg: "Failed to create Zoom call" },
  ],
])("POST /calls/zoom/create reports %s", async (_, answers, expected) => {
  const { noah } = await realm();
  await withZoom(noah, answers, async () => {
    expect(await create(noah)).toEqual({ result: "error", ...expected });
  });
});

test("a revoked Zoom token is requested again once", async () => {
  const { noah } = await realm();
  const invalid = () => Response.json({ code: 124, message: "Invalid access token" }, { status: 401 });
  await withZoom(
    noah,
    { meeting: (count) => (count === 2 ? invalid() : Response.json({ join_url: JOIN })) },
    async (asked) => {
      expect((await create(noah)).url).toBe(JOIN);
      expect(asked.length).toBe(4);
    },
  );
  await withZoom(noah, { meeting: invalid }, async (asked) => {
    expect((await create(noah)).msg).toBe("Invalid Zoom credentials");
    expect(asked.length).toBe(4);
  });
});

test("Zoom and another Jitsi Meet server are offered to clients only if configured", async () => {
  const { noah, iris } = await realm();
  const state = () => noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }));
  expect((await state()).realm_available_video_chat_providers).toEqual({
    disabled: { name: "None", id: 0 },
    jitsi_meet: { name: "Jitsi Meet", id: 1 },
  });
  expect((await create(noah)).msg).toBe("Zoom credentials have not been configured");
  await withZoom(noah, { meeting: () => new Response() }, async () => {
    expect((await state()).realm_available_video_chat_providers.zoom_server_to_server).toMatchObject({ id: 5 });
    await iris.ok(iris.patch("/realm", { video_chat_provider: 5 }));
    expect((await state()).realm_video_chat_provider).toBe(5);
  });
  await withConfig(noah, { jitsiServerUrl: "https://meet.example.org" }, async () => {
    expect(await state()).toMatchObject({
      server_jitsi_server_url: "https://meet.example.org",
      jitsi_server_url: "https://meet.example.org",
    });
    await iris.ok(iris.patch("/realm", { jitsi_server_url: JSON.stringify("https://own.example.org") }));
    expect((await state()).jitsi_server_url).toBe("https://own.example.org");
  });
});
