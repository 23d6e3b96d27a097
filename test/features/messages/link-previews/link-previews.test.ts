import { describe, expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage } from "../../../support/files.ts";
import { breakTexts, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, evict, executeSql, inRealm, tablesOf, untilShipped } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json, Person } from "../../../support/person.ts";
import { schedule, scheduledMessagesOf } from "../../../support/scheduled-messages.ts";
import { until } from "../../../support/until.ts";

type Answer = (url: string) => Response | Promise<Response>;

/** The hosts of these tests. */
const OWN_HOST = /^(page|code|other|slow|x|p\d+|[\da-f-]{36})\.example$|^(vimeo|i\.vimeocdn)\.com$/;

/** Mocks fetch for web pages. Returns the requested addresses. */
function web(answer: Answer): string[] {
  const asked: string[] = [];
  answerOutside(
    ({ host }) => OWN_HOST.test(host),
    ({ url }) => {
      asked.push(url);
      return answer(url);
    },
  );
  return asked;
}

/** A page of its own, because other organizations' requests go through the same mock. */
const newPage = () => `https://${crypto.randomUUID()}.example/`;
const requestsOf = (asked: readonly string[], page: string) => asked.filter((url) => url === page);

const html = (head: string, headers: Record<string, string> = {}) =>
  new Response(`<!doctype html><html><head>${head}</head><body>text</body></html>`, {
    headers: { "Content-Type": "text/html; charset=utf-8", ...headers },
  });
const PAGE = `<title>Plain</title><meta property="og:title" content="Harbour &amp; sea">
  <meta property="og:description" content="What  the
  ships say"><meta property="og:image" content="/pictures/a.png">`;

/** An organization with link previews enabled. */
async function withCards(): Promise<Cast> {
  const cast = await realm();
  await cast.iris.ok(cast.iris.patch("/realm", { inline_url_embed_preview: true }));
  return cast;
}

const contentOf = async (who: Person, id: number): Promise<string> =>
  (await who.ok(who.get(`/messages/${id}`))).message.content;
const untilCard = (who: Person, id: number) =>
  until(async () => {
    const content = await contentOf(who, id);
    if (!content.includes("message_embed")) throw new Error(content);
    return content;
  });
/** Waits until no message waits for link previews. */
const untilSettled = (who: Person) =>
  until(async () => {
    const { link_previews_waiting: waiting } = await tablesOf(who);
    if (waiting?.length !== 0) throw new Error(`${waiting?.length} messages wait`);
  });
const only = (events: readonly Json[] | undefined, type: string) => (events ?? []).filter((one) => one.type === type);

describe("[markdown 3] the preview of a linked page", () => {
  test("is added after its message is sent, and does not count as an edit", async () => {
    const { noah, mia, gus } = await withCards();
    const asked = web(() => html(PAGE));
    let id = 0;
    const all = await eventsDuring([noah, mia], async () => {
      id = await sendDirect(noah, [mia], "see https://page.example/a and `https://code.example`");
      await untilCard(mia, id);
    });
    expect(asked).toEqual(["https://page.example/a"]);
    const content = await contentOf(mia, id);
    expect(content).toMatch(
      /^<p>see <a href="https:\/\/page.example\/a">https:\/\/page.example\/a<\/a> and <code>.*<\/code><\/p>\n<div class="message_embed"><a class="message_embed_image" href="https:\/\/page.example\/a" style="background-image: url\(&quot;\/external_content\/[0-9a-f]{40}\/[0-9a-f]+&quot;\)"><\/a><div class="data-container"><div class="message_embed_title"><a href="https:\/\/page.example\/a" title="Harbour &amp; sea">Harbour &amp; sea<\/a><\/div><div class="message_embed_description">What the ships say<\/div><\/div><\/div>$/,
    );
    for (const events of all) {
      const [sent] = only(events, "message");
      expect(sent?.message.content).not.toContain("message_embed");
      expect(only(events, "update_message")).toEqual([
        {
          type: "update_message",
          id: expect.any(Number),
          user_id: null,
          rendering_only: true,
          message_id: id,
          message_ids: [id],
          flags: sent?.flags,
          edit_timestamp: expect.any(Number),
          content: "see https://page.example/a and `https://code.example`",
          rendered_content: content,
          is_me_message: false,
        },
      ]);
    }
    const { message } = await mia.ok(mia.get(`/messages/${id}`));
    expect(message).not.toHaveProperty("last_edit_timestamp");
    expect(message).not.toHaveProperty("edit_history");
    expect((await gus.get(`/messages/${id}`)).status).toBe(400);
  });

  test("[security 13.11] loads its image through the server", async () => {
    const { host, noah, mia } = await withCards();
    const asked = web((url) =>
      url.endsWith(".png") ? new Response("x", { headers: { "Content-Type": "image/png" } }) : html(PAGE),
    );
    const id = await sendDirect(noah, [mia], `https://${crypto.randomUUID()}.example/`);
    const [, address = ""] = /url\(&quot;(.*?)&quot;\)/.exec(await untilCard(mia, id)) ?? [];
    expect((await fetchPage(host, address)).status).toBe(200);
    expect(asked[1]).toBe(`${asked[0]}pictures/a.png`);
  });

  test("is added in channels too, with the channel in its event", async () => {
    const { noah, mia } = await withCards();
    web(() => html(PAGE));
    const { stream_id } = await noah.ok(noah.get("/get_stream_id", { stream: "general" }));
    const [events] = await eventsDuring([mia], async () => {
      await untilCard(noah, await sendToChannel(noah, stream_id, "topic", "https://page.example/"));
    });
    expect(only(events, "update_message")).toMatchObject([{ rendering_only: true, stream_id, stream_name: "general" }]);
    expect(only(events, "update_message")[0]).not.toHaveProperty("subject");
  });

  test("is added at once if the page was fetched in the last three days", async () => {
    const { noah, mia } = await withCards();
    const [page, asked] = [newPage(), web(() => html(PAGE))];
    await untilCard(mia, await sendDirect(noah, [mia], page));
    const [events] = await eventsDuring([mia], () => sendDirect(noah, [mia], `again ${page}`));
    expect(only(events, "message")[0]?.message.content).toContain("message_embed");
    expect(requestsOf(asked, page)).toHaveLength(1);
    await advanceClock(noah, 3 * 86_400_000);
    await untilCard(mia, await sendDirect(noah, [mia], page));
    expect(requestsOf(asked, page)).toHaveLength(2);
  });

  test("is added for a link from an edit, even if the object is evicted in the meantime", async () => {
    const { noah, mia } = await withCards();
    web(() => html(PAGE));
    const id = await sendDirect(noah, [mia], "nothing");
    await noah.ok(noah.patch(`/messages/${id}`, { content: "https://page.example/" }));
    await evict(noah);
    expect(await untilCard(mia, id)).toContain("Harbour");
    const { message } = await mia.ok(mia.get(`/messages/${id}`));
    expect(message.edit_history).toHaveLength(1);
  });

  test("is added even if other waiting messages have an unreadable or lost text", async () => {
    const { noah, mia } = await withCards();
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    web(async () => {
      begun.resolve();
      await answered.promise;
      return html(PAGE);
    });
    const [damaged = 0, lost = 0, well = 0] = [
      await sendDirect(noah, [mia], newPage()),
      await sendDirect(noah, [mia], newPage()),
      await sendDirect(noah, [mia], newPage()),
    ];
    await begun.promise;
    await untilShipped(noah);
    await inRealm(noah, ({ shipper, sql }) => {
      shipper.withoutMarking(() => sql.exec("DELETE FROM messages WHERE id IN (?, ?)", damaged, lost));
    });
    const spy = await breakTexts(noah, damaged, lost);
    answered.resolve();
    await untilCard(mia, well);
    await untilSettled(noah);
    spy.mockRestore();
    for (const id of [damaged, lost]) expect(await contentOf(mia, id)).not.toContain("message_embed");
  });

  test("is shown for at most five pages, in the order of their links", async () => {
    const { noah, mia } = await withCards();
    const asked = web(async (url) => {
      await scheduler.wait(url.includes("0") ? 60 : 0);
      return html(PAGE.replace("Harbour", new URL(url).hostname));
    });
    const links = Array.from({ length: 7 }, (_, index) => `https://p${index}.example/`);
    const content = await untilCard(mia, await sendDirect(noah, [mia], links.join(" ")));
    expect([...content.matchAll(/title="(p\d)/g)].map(([, name]) => name)).toEqual(["p0", "p1", "p2", "p3", "p4"]);
    // Organizations of other tests may be making requests too.
    expect(asked.filter((url) => links.includes(url))).toHaveLength(5);
  });
});

test("a page that doesn't answer delays only the messages linking to it", async () => {
  const { noah, mia } = await withCards();
  const held = Promise.withResolvers<void>();
  const asked = web(async () => {
    await held.promise;
    return html(PAGE);
  });
  const id = await sendDirect(noah, [mia], "https://slow.example/");
  await until(() => expect(asked).toEqual(["https://slow.example/"]));
  const [events] = await eventsDuring([mia], () => sendDirect(noah, [mia], "meanwhile"));
  expect(only(events, "message")[0]?.message.content).toContain("meanwhile");
  const due = await schedule(noah, { type: "direct", to: [mia.id], content: "in a minute" });
  expect(due.status).toBe(200);
  const [later] = await eventsDuring([mia], async () => {
    await advanceClock(noah, 61_000);
    await until(async () => expect(await scheduledMessagesOf(noah)).toEqual([]));
  });
  expect(only(later, "message")[0]?.message.content).toContain("in a minute");
  expect(await contentOf(mia, id)).not.toContain("message_embed");
  held.resolve();
  await untilCard(mia, id);
});

describe("a message gets no preview", () => {
  test.each([
    ["the page has no picture", () => html("<title>a</title>")],
    ["the response isn't a page", () => new Response("x", { headers: { "Content-Type": "application/pdf" } })],
    ["the page is not found", () => new Response(PAGE, { status: 404, headers: { "Content-Type": "text/html" } })],
    ["the page's encoding is unknown", () => html(PAGE, { "Content-Type": "text/html; charset=x-none" })],
    ["the page's image has no web URL", () => html('<meta property="og:image" content="javascript:alert(1)">')],
    ["the page redirects to a private network", () => Response.redirect("http://127.0.0.1/")],
    [
      "the server doesn't answer",
      () => {
        throw new Error("away");
      },
    ],
  ])("if %s, and the page is fetched again after an hour", async (_, answer) => {
    const { noah, mia } = await withCards();
    const [page, asked] = [newPage(), web(answer)];
    const [events] = await eventsDuring([mia], async () => {
      await sendDirect(noah, [mia], page);
      await untilSettled(noah);
      await sendDirect(noah, [mia], page);
    });
    expect(only(events, "update_message")).toEqual([]);
    expect(requestsOf(asked, page)).toHaveLength(1);
    await advanceClock(noah, 3_600_000);
    await sendDirect(noah, [mia], page);
    await untilSettled(noah);
    expect(requestsOf(asked, page)).toHaveLength(2);
  });

  test("if previews are disabled, as by default, or a bot sent the message", async () => {
    const { iris, noah, mia, bot } = await realm();
    const asked = web(() => html(PAGE));
    const robot = await bot(noah);
    await sendDirect(noah, [mia], "https://page.example/");
    await iris.ok(iris.patch("/realm", { inline_url_embed_preview: true }));
    await sendDirect(robot, [mia], "https://page.example/");
    expect((await tablesOf(noah))["link_previews_waiting"]).toEqual([]);
    expect(asked).toEqual([]);
  });

  test("if it is edited or deleted during the fetch", async () => {
    const { noah, mia } = await withCards();
    const gate = Promise.withResolvers<void>();
    const asked = web(async () => {
      await gate.promise;
      return html(PAGE);
    });
    const [edited, deleted, kept] = [
      await sendDirect(noah, [mia], "https://page.example/"),
      await sendDirect(noah, [mia], "https://page.example/"),
      await sendDirect(noah, [mia], "https://page.example/"),
    ];
    await until(() => expect(asked.length).toBeGreaterThan(0));
    const [events] = await eventsDuring([mia], async () => {
      await noah.ok(noah.patch(`/messages/${edited}`, { content: "no link" }));
      await noah.ok(noah.delete(`/messages/${deleted}`));
      gate.resolve();
      await untilCard(mia, kept);
      await untilSettled(noah);
    });
    expect(await contentOf(mia, edited)).toBe("<p>no link</p>");
    const told = only(events, "update_message").map(({ message_id, rendering_only }) => [message_id, rendering_only]);
    expect(told).toEqual([
      [edited, false],
      [kept, true],
    ]);
  });

  test("if too many messages are waiting for previews", async () => {
    const { noah, mia } = await withCards();
    const asked = web(() => html(PAGE));
    const most = limits.organization.messages_waiting_for_cards;
    await executeSql(
      noah,
      `WITH RECURSIVE n (id) AS (SELECT 1000001 UNION ALL SELECT id + 1 FROM n WHERE id < 1000000 + ${most})
       INSERT INTO link_previews_waiting (message_id, pages) SELECT id, '["https://other.example/"]' FROM n`,
    );
    await sendDirect(noah, [mia], "https://page.example/");
    expect((await tablesOf(noah))["link_previews_waiting"]).toHaveLength(most);
    expect(asked).toEqual([]);
  });
});

describe("[security 13.11] a page's description in its preview", () => {
  test.each([
    [
      "its title, without Open Graph",
      `<title>A &lt;b&gt;</title><meta name="twitter:image" content="https://x.example/a">`,
      'title="A &lt;b&gt;"',
    ],
    [
      "Twitter's card",
      '<meta name="twitter:title" content="T"><meta name="twitter:image" content="//x.example/a">',
      'title="T"',
    ],
    [
      "its description",
      '<meta name="description" content="D"><link rel="image_src" href="a.png">',
      '_description">D</div>',
    ],
    ["the first of several", `${PAGE}<meta property="og:title" content="Second">`, "Harbour"],
    [
      "no more than 200 characters of its title",
      `${PAGE.replace("Harbour", "é".repeat(500))}`,
      `title="${"é".repeat(199)}…"`,
    ],
    [
      "nothing that could break out of its place",
      `${PAGE.replace("Harbour", "&quot;&gt;&lt;script&gt;")}`,
      'title="&quot;&gt;&lt;script&gt; &amp; sea"',
    ],
    ["only what is at its beginning", `${PAGE}${"<!-- x -->".repeat(40_000)}`, "Harbour"],
  ])("uses %s", async (_, head, shown) => {
    const { noah, mia } = await withCards();
    web(() => html(head));
    expect(await untilCard(mia, await sendDirect(noah, [mia], "https://page.example/"))).toContain(shown);
  });

  test("uses its first title, even if the page has no head", async () => {
    const { noah, mia } = await withCards();
    const page = '<title>First</title><meta property="og:image" content="/a"><svg><title>Second</title></svg>';
    web(() => new Response(page, { headers: { "Content-Type": "text/html" } }));
    expect(await untilCard(mia, await sendDirect(noah, [mia], "https://page.example/"))).toContain('title="First"');
  });

  test("comes from oEmbed for a Vimeo video, if the organization shows images", async () => {
    const { iris, noah, mia } = await realm();
    const film = "https://vimeo.com/246979354";
    const asked = web(() => Response.json({ title: "A film", thumbnail_url: "https://i.vimeocdn.com/1.jpg" }));
    const shown = await eventsDuring([mia], async () => {
      await sendDirect(noah, [mia], film);
      await untilSettled(noah);
    });
    expect(asked).toEqual([`https://vimeo.com/api/oembed.json?url=${encodeURIComponent(film)}`]);
    expect(only(shown[0], "update_message")[0]?.rendered_content).toMatch(
      /<div class="vimeo-video message_inline_image"><a data-id="246979354" href="https:\/\/vimeo.com\/246979354" title="A film"><img src="\/external_content\/[^"]+"><\/a><\/div>$/,
    );
    await iris.ok(iris.patch("/realm", { inline_image_preview: false }));
    const { rendered } = await noah.ok(noah.post("/messages/render", { content: film }));
    expect(rendered).toBe(`<p><a href="${film}">${film}</a></p>`);
  });
});

test("[register 4.1] POST /register reports whether previews of images and pages are enabled", async () => {
  const { noah } = await realm();
  expect(await noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }))).toMatchObject({
    server_inline_image_preview: true,
    server_inline_url_embed_preview: true,
    realm_inline_image_preview: true,
    realm_inline_url_embed_preview: false,
  });
});
