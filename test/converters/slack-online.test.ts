import { expect, onTestFinished, test, vi } from "vitest";
import type { Spool } from "../../src/archive-format/spool.ts";
import { readPeopleList } from "../../src/converters/people-list.ts";
import { convertSlack } from "../../src/converters/slack/convert-slack.ts";
import { slackApi } from "../../src/converters/slack/slack-api.ts";
import { converted } from "../support/converted.ts";
import { memorySpool } from "../support/memory-spool.ts";
import { slackMembersOf, slackSample, slackZip } from "../support/slack-export.ts";
import { slackStandIn } from "../support/slack-stand-in.ts";

const TOKEN = "xoxp-of-the-owner";
const HOME = "https://files.slack.com";
const archive = async (more: Record<string, unknown> = {}) => {
  const { "usergroups.json": _, ...lists } = { ...slackSample(), ...more };
  return slackZip(slackMembersOf(lists).filter(({ name }) => !name.startsWith("emoji/")));
};

const standIn = () =>
  slackStandIn({
    token: TOKEN,
    methods: {
      "auth.test": () => ({ team_id: "T0HOME", url: "https://acme.slack.com/" }),
      "users.list": (fields) =>
        fields.get("cursor") === null
          ? { members: [{ id: "U0IRIS", profile: {} }], response_metadata: { next_cursor: "bmV4dA==" } }
          : {
              members: [{ id: "U0OMAR", profile: { email: "Omar@Example.org" } }],
              response_metadata: { next_cursor: "" },
            },
      "emoji.list": () => ({
        emoji: {
          shipit: "https://emoji.slack-edge.com/T0HOME/shipit/1.png",
          ship: "alias:shipit",
          lost: "https://evil.example.org/lost.png",
        },
      }),
      "usergroups.list": () => ({
        usergroups: [{ id: "S0CREW", handle: "crewgroup", name: "Crew", users: ["U0IRIS", "U0OMAR"] }],
      }),
      "team.profile.get": () => ({ profile: { fields: [{ id: "Xf0SHIP", label: "Ship" }] } }),
    },
    files: {
      [`${HOME}/F0LOST/lost.txt`]: "found again",
      "https://emoji.slack-edge.com/T0HOME/shipit/1.png": "a picture",
      "https://avatars.slack-edge.com/iris_original.png": "a face",
      "https://evil.example.org/stolen": "never read",
    },
    redirects: { [`${HOME}/F0EVIL/x.txt`]: "https://evil.example.org/stolen" },
  });

const api = (slack: ReturnType<typeof standIn>, token = TOKEN) =>
  slackApi({ token, address: "https://slack.com/api/", fetch: slack.fetch, wait: async () => undefined });

test("a token gives access to Slack's emails, groups, emoji, files, pictures and field names", async () => {
  const slack = standIn();
  const { rows, leftOut, members } = await converted(convertSlack, await archive(), { slack: api(slack) });
  const addresses = rows("users").map(({ delivery_email }) => delivery_email);
  expect(addresses).toContain("omar@example.org");
  expect(rows("groups")).toMatchObject([{ name: "crewgroup", description: "Crew", members: [1, 2] }]);
  expect(rows("custom_emoji")).toMatchObject([{ name: "shipit" }]);
  expect(rows("profile_fields").map(({ name }) => name)).toContain("Ship");
  expect(rows("profile_values").map(({ value }) => value)).toContain("Albatross");
  expect(rows("users")[0]?.avatar).toBeDefined();
  const lost = rows("files").find(({ name }) => name === "lost.txt");
  expect(await members.get(lost?.member ?? "")?.text()).toBe("found again");
  const places = leftOut.get("custom_emoji: without a picture, or with a damaged one")?.places;
  expect(places).toEqual(["emoji.list: lost"]);
  // The token is sent only to Slack's own hosts, and isn't in the archive.
  for (const { url, authorization } of slack.asked) {
    expect(["slack.com", "files.slack.com", "emoji.slack-edge.com", "avatars.slack-edge.com"]).toContain(url.hostname);
    expect(authorization, url.href).toBe(url.hostname.endsWith("slack.com") ? `Bearer ${TOKEN}` : null);
  }
  expect(JSON.stringify([rows("users"), rows("files"), rows("messages"), [...leftOut]])).not.toContain(TOKEN);
});

test("a Slack file with a foreign URL is not fetched, and one the token can't access stays a link", async () => {
  const slack = standIn();
  const one = api(slack);
  expect(await one.file(`${HOME}/F0EVIL/x.txt`, 1000, memorySpool)).toBe("it is not at Slack");
  expect(await one.file("http://files.slack.com/F0LOST/lost.txt", 1000, memorySpool)).toBe("it is not at Slack");
  expect(await one.file("https://slack.com.example.org/x", 1000, memorySpool)).toBe("it is not at Slack");
  expect(await one.file(`${HOME}/F0LOST/lost.txt`, 3, memorySpool)).toBe("it is too large");
  expect(await api(slack, "xoxb-other").file(`${HOME}/F0LOST/lost.txt`, 1000, memorySpool)).toBe(
    "the token does not open it",
  );
  expect(slack.asked.filter(({ url }) => url.hostname.includes("example.org"))).toEqual([]);
});

const bodies = (...answers: ReadableStream<Uint8Array>[]) => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const fetch = async (_: string, { signal }: RequestInit) => {
    signals.push(signal);
    return new Response(answers.shift());
  };
  return {
    signals,
    api: slackApi({ token: TOKEN, address: "https://slack.com/api/", fetch, wait: async () => undefined }),
  };
};

const body = (start: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new ReadableStream<Uint8Array>({ start });

const whole = (text: string) =>
  body((controller) => {
    controller.enqueue(new TextEncoder().encode(text));
    controller.close();
  });

const brokenOff = () =>
  body((controller) => {
    controller.enqueue(new TextEncoder().encode("found"));
    controller.error(new TypeError("terminated"));
  });

test("a request to Slack is retried if its response is cut off", async () => {
  const { api } = bodies(brokenOff(), whole("found again"), brokenOff(), whole(JSON.stringify({ ok: true, id: 7 })));
  const file = await api.file(`${HOME}/F0LOST/lost.txt`, 1000, memorySpool);
  expect(await (file as Blob).text()).toBe("found again");
  expect(await api.call("auth.test")).toMatchObject({ id: 7 });
});

test("a download from Slack has no time limit, but is retried after two minutes without data", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const slow = body((begun) => {
    controller = begun;
  });
  const { api, signals } = bodies(slow, whole("found again"));
  const file = api.file(`${HOME}/F0LOST/lost.txt`, 1000, memorySpool);
  for (let parts = 0; parts < 3; parts++) {
    await vi.advanceTimersByTimeAsync(100_000);
    controller?.enqueue(new TextEncoder().encode("found"));
  }
  await vi.advanceTimersByTimeAsync(0);
  const [first] = signals;
  expect(first?.aborted).toBe(false);
  first?.addEventListener("abort", () => controller?.error(first.reason));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await ((await file) as Blob).text()).toBe("found again");
});

test("files from Slack are kept in the spool, not in memory", async () => {
  const spooled: string[] = [];
  const spool: Spool = {
    async create() {
      const file = await memorySpool.create();
      return {
        write: (bytes) => {
          spooled.push(new TextDecoder().decode(bytes));
          return file.write(bytes);
        },
        close: file.close,
      };
    },
  };
  await converted(convertSlack, await archive(), { slack: api(standIn()), spool });
  expect(spooled).toEqual(expect.arrayContaining(["found again", "a picture", "a face"]));
});

test("a rejected Slack token stops the conversion, and a missing scope is reported", async () => {
  const slack = standIn();
  await expect(converted(convertSlack, await archive(), { slack: api(slack, "xoxp-old") })).rejects.toThrow(
    "Slack does not take the token: invalid_auth.",
  );
  const poor = slackStandIn({ token: TOKEN, methods: { "auth.test": () => ({ team_id: "T0HOME" }) }, files: {} });
  const { leftOut } = await converted(convertSlack, await archive(), { slack: api(poor) });
  expect(leftOut.get("Slack did not tell what was asked for with the token")?.places).toEqual([
    ...["users.list", "emoji.list", "usergroups.list", "team.profile.get", "bookmarks.list"].map(
      (method) => `${method}: missing_scope`,
    ),
  ]);
});

const peopleOf = async (more: Parameters<typeof converted>[2]) => {
  const { rows, leftOut } = await converted(convertSlack, await archive(), more);
  const people = rows("users").map(({ full_name, delivery_email, role, is_active }) => [
    full_name,
    delivery_email,
    role,
    is_active,
  ]);
  return { people, leftOut };
};

test("users without an email get one from a list or domain; those of other workspaces are deactivated or guests", async () => {
  const plain = await peopleOf({});
  expect(plain.people.slice(0, 6)).toEqual([
    ["iris Real", "iris@example.org", 100, true],
    ["omar Real", "slack-u0omar@import.invalid", 400, true],
    ["gone Real", "gone@example.org", 400, false],
    ["far Real", "far@example.org", 600, false],
    ["deploybot Real", "slack-u0bot@import.invalid", 400, true],
    ["slackbot Real", "slack-uslackbot@import.invalid", 400, false],
  ]);
  expect(plain.leftOut.get("users: without an email address, so no one can log in")?.places).toEqual(["U0OMAR"]);
  expect(plain.leftOut.get("users: of another workspace, and deactivated accounts here")?.places).toEqual(["U0FAR"]);

  const listed = readPeopleList(
    '\uFEFFid;address;name\r\nu0omar;Omar.O@Example.net;"O; Omar ""Long"""\r\nfar;;Far Away\r\nU0NOBODY;x@example.org\r\n',
  );
  const chosen = await peopleOf({ people: { listed, emailDomain: "Example.com", strangers: "guests" } });
  expect(chosen.people[1]).toEqual(["O; Omar Long", "omar.o@example.net", 400, true]);
  expect(chosen.people[3]).toEqual(["Far Away", "far@example.org", 600, true]);
  expect(chosen.leftOut.get("users: in the list of people, but not in the archive")?.places).toEqual(["u0nobody"]);

  const made = await peopleOf({ people: { emailDomain: "Example.com" } });
  expect(made.people[1]).toEqual(["omar Real", "omar@example.com", 400, true]);
});

test.each([
  ["x,no address", "line 1: this isn't an email address"],
  ["id,address\nx,a@b.example\nX,c@d.example", "line 3: it names someone a second time"],
  ["x,a@b.example\ny", "line 2: it needs an id, and an address or a name"],
  ['x,"a@b.example', "line 1: a quotation mark has no other"],
])("an invalid list of users is rejected with the line number: %j", (text, problem) => {
  expect(() => readPeopleList(text)).toThrow(problem);
});

test("links into Slack's archive become links to the imported messages, except in code", async () => {
  const lists = slackSample();
  const { rows, leftOut } = await converted(convertSlack, await slackZip(slackMembersOf(lists)));
  const at = (text: string) => rows("messages").find(({ content }) => content.startsWith(text));
  const first = at("hello **all**");
  const later = at("the next day");
  const url = "https://acme.slack.com/archives/C0GEN/p1700000010000100";
  // `#**...**` can't name a topic with an @.
  expect(at("see ")?.content).toBe(
    `see [message](/#narrow/channel/1-general/topic/2023-11-14.20hello.20all.20.40crewgroup/near/${first?.id}) and [later](/#narrow/channel/1-general/topic/imported.20from.20Slack/near/${later?.id}), not \`${url}\``,
  );
  expect(leftOut.has("links: to a message that is not in the archive; they lead to Slack still")).toBe(false);
});

test("blocks and attachments of apps are converted completely", async () => {
  const { rows } = await converted(convertSlack, await archive());
  const contents = rows("messages").map(({ content }) => content);
  expect(contents).toContain("**Deploy 5** failed\n\n[Retry] [Log](https://ci.example.org/5)");
  expect(contents).toContain("[Ada](https://example.org/ada)\n**[News](https://example.org/n)**\n**By**: Ada");
});
