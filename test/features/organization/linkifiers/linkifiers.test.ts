import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { evict, executeSql } from "../../../support/object.ts";
import { organization, realm, shared } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const ticket = { pattern: "#(?P<id>[0-9]+)", url_template: "https://tickets.example/{id}" };
/** Defaults of the optional linkifier fields. */
const none = { example_input: null, reverse_template: null, alternative_url_templates: [] };
const build = { pattern: "B(?P<n>[0-9]+)", url_template: "https://builds.example/{n}" };

const add = async (who: Person, linkifier: object = ticket): Promise<number> =>
  (await who.ok(who.post("/realm/filters", linkifier))).id;
const list = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/realm/linkifiers"))).linkifiers;

describe("[users 9] linkifiers", () => {
  test("are added, changed, reordered and removed, with the full list in each event", async () => {
    const { iris, mia } = await realm();
    const told = async (action: () => Promise<unknown>) => {
      const [events = []] = await eventsDuring([mia], action);
      expect(events).toEqual([
        { type: "realm_linkifiers", realm_linkifiers: expect.any(Array), id: expect.any(Number) },
      ]);
      expect(events[0].realm_linkifiers).toEqual(await list(mia));
    };
    let one = 0;
    let two = 0;
    await told(async () => {
      one = await add(iris);
    });
    await told(async () => {
      two = await add(iris, build);
    });
    expect(await list(mia)).toEqual([
      { id: one, ...ticket, ...none },
      { id: two, ...build, ...none },
    ]);
    await told(() => iris.ok(iris.patch("/realm/linkifiers", { ordered_linkifier_ids: [two, one] })));
    expect((await list(mia)).map(({ id }) => id)).toEqual([two, one]);
    const changed = { ...ticket, url_template: "https://other.example/{id}" };
    await told(() => iris.ok(iris.patch(`/realm/filters/${one}`, changed)));
    expect(await list(mia)).toContainEqual({ id: one, ...changed, ...none });
    await told(() => iris.ok(iris.delete(`/realm/filters/${two}`)));
    expect(await list(mia)).toEqual([{ id: one, ...changed, ...none }]);
    expect((await mia.ok(mia.get("/realm/filters"))).filters).toEqual([[changed.pattern, changed.url_template, one]]);
  });

  test("that are stored without a web URL are ignored, and their patterns can be used again", async () => {
    const { owner } = await organization();
    const one = await add(owner, build);
    const leaveBad = (pattern: string) =>
      executeSql(
        owner,
        "INSERT INTO linkifiers (pattern, url_template, position) VALUES (?1, 'javascript:{n}', 0)",
        pattern,
      );
    await leaveBad(ticket.pattern);
    await leaveBad("C(?P<n>[0-9]+)");
    await evict(owner);
    expect(await list(owner)).toEqual([{ id: one, ...build, ...none }]);
    await owner.ok(owner.patch("/realm/linkifiers", { ordered_linkifier_ids: [one] }));
    const two = await add(owner);
    const changed = { pattern: "C(?P<n>[0-9]+)", url_template: "https://builds.example/{n}" };
    await owner.ok(owner.patch(`/realm/filters/${one}`, changed));
    await evict(owner);
    expect(await list(owner)).toEqual([
      { id: one, ...changed, ...none },
      { id: two, ...ticket, ...none },
    ]);
  });

  test("have an example, a reverse template, and alternative URL templates", async () => {
    const { owner } = await organization();
    const whole = {
      pattern: "(?P<org>[a-z]+)#(?P<id>[0-9]+)",
      url_template: "https://tickets.example/{org}/{id}",
      example_input: "boats#7",
      reverse_template: "{org}#{id}",
      alternative_url_templates: ["https://old.example/{id}?of={org}"],
    };
    const id = await add(owner, whole);
    expect(await list(owner)).toEqual([{ id, ...whole }]);
    const { pattern, url_template } = whole;
    await owner.ok(owner.patch(`/realm/filters/${id}`, { pattern, url_template }));
    expect(await list(owner)).toEqual([{ id, ...whole }]);
    const cleared = { reverse_template: "", example_input: "", alternative_url_templates: [] };
    await owner.ok(owner.patch(`/realm/filters/${id}`, { pattern, url_template, ...cleared }));
    expect(await list(owner)).toEqual([{ id, pattern, url_template, ...none }]);
    const braces = { pattern: "\\{(?P<n>[0-9]+)\\}", url_template: "https://b.example/{n}" };
    await add(owner, { ...braces, example_input: "{7}", reverse_template: "{{{n}}}" });
  });

  const withoutLinkifiers = shared(async () => ({ iris: (await organization()).owner }));

  test.each([
    [{ pattern: "(?P<id>a{900}b{900}c{900}d{900}e{900})" }, "Bad regular expression: too large"],
    [{ reverse_template: "#{id}" }, "Reverse template requires an example input."],
    [{ example_input: "ticket 7" }, "The example input does not match the linkifier pattern."],
    [{ example_input: "see #7" }, "The example input does not match the linkifier pattern."],
    [{ example_input: "#7", reverse_template: "{id}" }, "The reverse template does not give the example input."],
    [{ example_input: "#7", reverse_template: "#{no}" }, "The reverse template does not give the example input."],
    [{ example_input: "#7", reverse_template: "#{{id}}" }, "The reverse template does not give the example input."],
    [{ example_input: "#7", reverse_template: "#{id" }, "The reverse template does not give the example input."],
    [{ alternative_url_templates: ["javascript:{id}"] }, "Invalid URL template."],
    [{ alternative_url_templates: ["https://x/"] }, "Group 'id' in linkifier pattern is not present in URL template."],
    [{ alternative_url_templates: "https://x/{id}" }, "alternative_url_templates is not valid JSON"],
    [
      { alternative_url_templates: Array(21).fill("https://x/{id}") },
      "alternative_url_templates is too long (limit: 20 items)",
    ],
  ])("are refused with %j", async (fields, msg) => {
    const { iris } = await withoutLinkifiers();
    const { status, body } = await iris.post("/realm/filters", { ...ticket, ...fields });
    expect([status, body.msg]).toEqual([400, msg]);
    expect(await list(iris)).toEqual([]);
  });

  test("[register 3] are sent only to clients that know URL templates", async () => {
    const { owner } = await organization();
    const old = await owner.queue({ event_types: ["realm_linkifiers", "realm_filters"] });
    const capabilities = { notification_settings_null: true, linkifier_url_template: true };
    const modern = await owner.queue({ event_types: ["realm_linkifiers"], client_capabilities: capabilities });
    expect([old.state.realm_linkifiers, old.state.realm_filters]).toEqual([[], []]);
    await add(owner);
    expect(await old.events()).toEqual([]);
    expect(await modern.events()).toHaveLength(1);
  });

  const withTwoLinkifiers = shared(async () => {
    const { owner } = await organization();
    await add(owner);
    return { iris: owner, other: await add(owner, build) };
  });

  test.each([
    [{ ...ticket, pattern: "(" }, /^Bad regular expression: /],
    [{ ...ticket, pattern: "(?=x)(?P<id>y)" }, /^Bad regular expression: /],
    [{ ...ticket, url_template: "javascript:{id}" }, /^Invalid URL template\.$/],
    [{ ...ticket, url_template: "{+id}" }, /^Invalid URL template\.$/],
    [{ ...ticket, url_template: "//tickets.example/{id}" }, /^Invalid URL template\.$/],
    [{ ...ticket, url_template: "https://x/{id" }, /^Invalid URL template\.$/],
    [
      { ...ticket, url_template: "https://x/{other}" },
      /^Group 'other' in URL template is not present in linkifier pattern\.$/,
    ],
    [{ ...ticket, url_template: "https://x/" }, /^Group 'id' in linkifier pattern is not present in URL template\.$/],
    [ticket, /^A linkifier with this pattern already exists\.$/],
    [{ ...ticket, pattern: "" }, /^pattern cannot be blank$/],
    [{ ...ticket, pattern: "x".repeat(1001) }, /^pattern is too long \(limit: 1000 characters\)$/],
    [{ pattern: "x" }, /^Missing 'url_template' argument$/],
  ])("are refused with the template or pattern %j", async (linkifier, msg) => {
    const { iris, other } = await withTwoLinkifiers();
    for (const call of [iris.post("/realm/filters", linkifier), iris.patch(`/realm/filters/${other}`, linkifier)]) {
      const { status, body } = await call;
      expect([status, body.result]).toEqual([400, "error"]);
      expect(body.msg).toMatch(msg);
    }
  });

  test("can be changed without changing their pattern", async () => {
    const { owner } = await organization();
    const id = await add(owner);
    await owner.ok(owner.patch(`/realm/filters/${id}`, ticket));
  });

  test("are not changed by requests with unknown IDs or an incomplete order", async () => {
    const { owner } = await organization();
    const id = await add(owner);
    for (const call of [owner.patch("/realm/filters/99", ticket), owner.delete("/realm/filters/99")]) {
      const { status, body } = await call;
      expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "Linkifier not found."]);
    }
    for (const ordered_linkifier_ids of [[], [id, id], [id, 99]]) {
      const { body } = await owner.patch("/realm/linkifiers", { ordered_linkifier_ids });
      expect(body.msg).toBe("The ordered list must enumerate all existing linkifiers exactly once");
    }
  });
});

describe("[markdown 2] linkifiers in messages", () => {
  test("create links in message text, and topic links for topic names", async () => {
    const { owner } = await organization();
    await add(owner);
    const fields = { type: "channel", to: "general", topic: "about #17", content: "see #42, not x#43" };
    const queue = await owner.queue({ event_types: ["message"] });
    const { id } = await owner.ok(owner.post("/messages", fields));
    const { message } = await owner.ok(owner.get(`/messages/${id}`));
    expect(message.content).toBe('<p>see <a href="https://tickets.example/42">#42</a>, not x#43</p>');
    const links = [{ text: "#17", url: "https://tickets.example/17" }];
    expect(message.topic_links).toEqual(links);
    expect((await queue.events())[0].message.topic_links).toEqual(links);
  });
});
