import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Browser, browserOf } from "../../../support/browser.ts";
import { withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Person } from "../../../support/person.ts";

const SERVICE = { url: "https://call.example/bigbluebutton/", secret: "known to both" };
const MADE = "<response><returncode>SUCCESS</returncode></response>";

/** Runs `work` with a fake BigBlueButton server. Nothing leaves the machine. */
async function withService(person: Person, respond: () => Response, work: (asked: URL[]) => Promise<void>) {
  const asked: URL[] = [];
  answerOutside(["call.example"], ({ url }) => {
    asked.push(new URL(url));
    return respond();
  });
  await withConfig(person, { bigBlueButton: SERVICE }, () => work(asked));
}

function expectSigned(url: URL, call: string): URLSearchParams {
  expect(url.origin + url.pathname).toBe(`https://call.example/bigbluebutton/api/${call}`);
  const [query, checksum] = url.search.slice(1).split("&checksum=");
  expect(checksum).toBe(createHash("sha256").update(`${call}${query}${SERVICE.secret}`).digest("hex"));
  return url.searchParams;
}

const create = async (person: Person, meeting_name = "harbour > tea & cake", voice_only = true) =>
  (await person.ok(person.get("/calls/bigbluebutton/create", { meeting_name, voice_only }))).url;

test("the creator of a BigBlueButton link is the moderator of its meeting", async () => {
  const { host, noah, mia } = await realm();
  await withService(
    noah,
    () => new Response(MADE),
    async (asked) => {
      const link = await create(noah);
      expect(link).toMatch(/^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w.-]+$/);
      expect(asked).toEqual([]);
      const roles: (string | null)[] = [];
      for (const { email } of [noah, mia]) {
        const reply = await (await browserOf(host, email)).fetch("GET", link);
        expect(reply.status).toBe(302);
        const made = expectSigned(asked.at(-1) as URL, "create");
        expect([made.get("name"), made.get("lockSettingsDisableCam")]).toEqual(["harbour > tea & cake", "true"]);
        const joined = expectSigned(new URL(reply.headers.get("Location") ?? ""), "join");
        expect(joined.get("meetingID")).toBe(made.get("meetingID"));
        roles.push(joined.get("role"), joined.get("fullName"));
      }
      expect(roles).toEqual(["MODERATOR", "Noah Example", "VIEWER", "Mia Example"]);
      expect(new Set(asked.map((url) => url.searchParams.get("meetingID"))).size).toBe(1);
      expect(await create(noah)).not.toBe(link);
    },
  );
});

/** Browsers apply the login page's form-action policy to redirects after the form, which must not leave the site. */
test("a browser gets a page that leads to the BigBlueButton meeting, not a redirect", async () => {
  const { host, noah } = await realm();
  await withService(
    noah,
    () => new Response(MADE),
    async () => {
      const browser = await browserOf(host, noah.email);
      const reply = await browser.fetch("GET", await create(noah), {}, { Accept: "text/html,*/*;q=0.8" });
      expect([reply.status, reply.headers.get("Location")]).toEqual([200, null]);
      const [, url = ""] = /^0; url=(.*)$/.exec(reply.headers.get("Refresh") ?? "") ?? [];
      expectSigned(new URL(url), "join");
      expect(await reply.text()).toContain(`href="${url.replaceAll("&", "&amp;")}">`);
    },
  );
});

test("a user without a session is redirected to the login page", async () => {
  const { host, noah } = await realm();
  await withService(
    noah,
    () => new Response(MADE),
    async () => {
      const link = await create(noah);
      const reply = await new Browser(host).fetch("GET", link);
      expect([reply.status, reply.headers.get("Location")]).toEqual([302, `/login/?next=${encodeURIComponent(link)}`]);
    },
  );
});

test("BigBlueButton links that the organization did not sign are refused", async () => {
  const { noah } = await realm();
  const other = await realm();
  await withService(
    noah,
    () => new Response(MADE),
    async (asked) => {
      const given = new URL(await create(noah), "http://x").searchParams.get("bigbluebutton") ?? "";
      const join = async (person: Person, bigbluebutton: string) =>
        (await person.get("/calls/bigbluebutton/join", { bigbluebutton })).body.msg;
      const [content, signature] = given.split(".") as [string, string];
      const forged = Buffer.from(JSON.stringify({ id: "x", name: "y", voice_only: false, moderator: noah.id }));
      for (const link of ["", "x", "x.y", content, `${content}.`, `${forged.toString("base64url")}.${signature}`]) {
        expect(await join(noah, link), link).toBe("Invalid signature.");
      }
      await withConfig(other.noah, { bigBlueButton: SERVICE }, async () => {
        expect(await join(other.noah, given)).toBe("Invalid signature.");
      });
      expect(asked).toEqual([]);
    },
  );
});

test("an error shows whether the video service is unreachable or has a different secret", async () => {
  const { noah } = await realm();
  const join = async () => {
    const bigbluebutton = new URL(await create(noah), "http://x").searchParams.get("bigbluebutton") ?? "";
    return (await noah.get("/calls/bigbluebutton/join", { bigbluebutton })).body.msg;
  };
  const away = () => {
    throw new Error("connection refused");
  };
  await withService(noah, away, async () => {
    expect(await join()).toBe("Error connecting to the BigBlueButton server.");
  });
  await withService(
    noah,
    () => new Response("<returncode>FAILED</returncode>"),
    async () => {
      expect(await join()).toBe("Error authenticating to the BigBlueButton server.");
    },
  );
});

test("BigBlueButton is offered to clients only if it is configured, and otherwise refused", async () => {
  const { noah } = await realm();
  const refused = await noah.get("/calls/bigbluebutton/create", { meeting_name: "x" });
  expect([refused.status, refused.body.code, refused.body.msg]).toEqual([
    400,
    "BAD_REQUEST",
    "BigBlueButton is not configured.",
  ]);
  const zoom = await noah.post("/calls/zoom/create", { is_video_call: false });
  expect([zoom.status, zoom.body.msg]).toEqual([400, "Zoom credentials have not been configured"]);
  const offered = async () => {
    const state = await noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }));
    return Object.keys(state.realm_available_video_chat_providers);
  };
  expect(await offered()).toEqual(["disabled", "jitsi_meet"]);
  await withConfig(noah, { bigBlueButton: SERVICE }, async () => {
    expect(await offered()).toEqual(["disabled", "jitsi_meet", "big_blue_button"]);
  });
});
