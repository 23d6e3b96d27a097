import { describe, expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { logIn } from "../../../support/log-in.ts";
import { advanceClock, tablesOf } from "../../../support/object.ts";
import { OWNER_PASSWORD, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { untilErased } from "../../server/account-erasure/erasing.ts";
import { comeIn, done } from "./support.ts";

/** An organization with a link created by the administrator. */
async function withLink(fields: Json = {}) {
  const cast = await realm();
  const { iris, omar, noah } = cast;
  const channel = await makeChannel(iris, "suppliers", [iris, omar, noah]);
  const { url, outside_link } = await omar.ok(omar.post("/outside_links", { channel_id: channel, ...fields }));
  const people = async () => (await omar.ok(omar.get("/outside_links"))).outside_links[0].people as Json[];
  return { ...cast, url: url as string, path: new URL(url).pathname, link: outside_link.link_id as number, people };
}

const idOf = async (who: Browser): Promise<number> => (await done(who.ask("GET", "/users/me"))).user_id;

const endSession = (browser: Browser) => browser.cookies.delete("sessionid");

describe("[security 29.7] a browser in which someone joined through a link", () => {
  test("gets the same account again, without taking another place", async () => {
    const { host, url, path, people } = await withLink();
    const ana = await comeIn(host, url);
    const id = await idOf(ana);
    const again = await ana.fetch("GET", path);
    expect([again.status, again.headers.get("Location")]).toEqual([303, "/"]);
    expect((await ana.fetch("POST", path, { full_name: "Bea" })).status).toBe(303);
    expect(await idOf(ana)).toBe(id);
    endSession(ana);
    expect(await (await ana.fetch("GET", path)).text()).toContain("Welcome back, Ana (outside).");
    expect((await ana.fetch("POST", path)).status).toBe(303);
    expect(await idOf(ana)).toBe(id);
    expect(await people()).toMatchObject([{ user_id: id, gone: null }]);
    expect((await new Browser(host).fetch("GET", path)).status).toBe(404);
  });

  test("frees the place when they leave, and gives the next person a new account", async () => {
    const { iris, host, url, people } = await withLink();
    const ana = await comeIn(host, url);
    const id = await idOf(ana);
    await done(ana.ask("POST", "/logout"));
    expect((await iris.ok(iris.get(`/users/${id}`))).user.is_active).toBe(false);
    const bea = await comeIn(host, url, "Bea");
    expect(await idOf(bea)).not.toBe(id);
    expect((await people()).map(({ gone }) => gone)).toEqual(["left", null]);
  });

  test("has only one session, however often they come back, so that logging out means leaving", async () => {
    const { host, url, path, people } = await withLink();
    const ana = await comeIn(host, url);
    const earlier = new Map(ana.cookies);
    expect((await ana.fetch("POST", path)).status).toBe(303);
    const id = await idOf(ana);
    const stale = new Browser(host);
    for (const [name, value] of earlier) stale.cookies.set(name, value);
    expect((await stale.ask("GET", "/users/me")).status).toBe(401);
    endSession(ana);
    expect((await ana.fetch("POST", path)).status).toBe(303);
    await done(ana.ask("POST", "/logout"));
    expect(await people()).toMatchObject([{ user_id: id, gone: "left" }]);
    const page = await (await ana.fetch("GET", path)).text();
    expect(page).not.toContain("Ana");
    expect(page).toContain("full_name");
    expect((await ana.fetch("POST", path, { full_name: "Bea" })).status).toBe(303);
    expect(await idOf(ana)).not.toBe(id);
  });

  test("doesn't get the account back once they were removed", async () => {
    const { omar, host, url, path, people } = await withLink();
    const ana = await comeIn(host, url);
    await omar.ok(omar.delete(`/outside_links/people/${await idOf(ana)}`));
    expect((await ana.ask("GET", "/users/me")).status).toBe(401);
    expect((await ana.fetch("POST", path, { full_name: "Ana" })).status).toBe(404);
    expect(await people()).toMatchObject([{ gone: "removed" }]);
  });
});

test("[security 29.7] people who leave free only a limited number of a link's places, and none of other links", async () => {
  const { omar, host, url, path, people } = await withLink();
  for (let left = 0; left < 21; left += 1) await done((await comeIn(host, url)).ask("POST", "/logout"));
  expect((await new Browser(host).fetch("GET", path)).status).toBe(404);
  expect(await people()).toHaveLength(21);
  const { subscriptions } = await omar.ok(omar.get("/users/me/subscriptions"));
  const { stream_id } = subscriptions.find(({ name }: Json) => name === "suppliers");
  const other = await omar.ok(omar.post("/outside_links", { channel_id: stream_id }));
  await comeIn(host, other.url, "Cem");
});

test("removing one person ends no one else's access, and keeps their place taken", async () => {
  const { iris, omar, host, url, path, link, people } = await withLink({ max_people: 2 });
  const [ana, bea] = [await comeIn(host, url), await comeIn(host, url, "Bea")];
  const { queue_id, last_event_id } = await omar.ok(omar.post("/register", { event_types: ["outside_links"] }));
  await iris.ok(iris.delete(`/outside_links/people/${await idOf(ana)}`));
  const { events } = await omar.ok(omar.get("/events", { queue_id, last_event_id }));
  expect(events.map(({ op }: Json) => op)).toContain("managed");
  expect((await bea.ask("GET", "/users/me")).status).toBe(200);
  expect((await new Browser(host).fetch("GET", path)).status).toBe(404);
  await omar.ok(omar.patch(`/outside_links/${link}`, { max_people: 3 }));
  await comeIn(host, url, "Cem");
  expect((await people()).map(({ gone }) => gone)).toEqual(["removed", null, null]);
});

test("[security 29.7] erasing someone who was removed deletes their request to stay, and doesn't free their place", async () => {
  const { iris, omar, host, url, path, people } = await withLink({ expires_in: 60 * 86_400, history: true });
  const ana = await comeIn(host, url);
  const id = await idOf(ana);
  await iris.ok(iris.patch("/realm", { invite_required: false }));
  await done(ana.ask("POST", "/outside_access/keep", { email: "ana@example.org" }));
  await omar.ok(omar.delete(`/outside_links/people/${id}`));
  const browser = await logIn(host, iris.email, OWNER_PASSWORD);
  await done(browser.ask("POST", `/users/${id}/erase`, { delete_messages: false }));
  await untilErased(iris);
  expect((await iris.ok(iris.get(`/users/${id}`))).user.full_name).not.toContain("Ana");
  expect(await people()).toMatchObject([{ user_id: id, gone: "removed" }]);
  const nothing = { wanted_email: null, keep_hash: null, keep_asked_at: null };
  expect((await tablesOf(iris))["outside_people"]).toMatchObject([nothing]);
  expect((await new Browser(host).fetch("GET", path)).status).toBe(404);
});

test("deactivating someone outside removes them, and reactivation restores them to their place", async () => {
  const { iris, host, url, path, people } = await withLink();
  const ana = await comeIn(host, url);
  const id = await idOf(ana);
  await iris.ok(iris.delete(`/users/${id}`));
  expect(await people()).toMatchObject([{ gone: "removed" }]);
  await iris.ok(iris.post(`/users/${id}/reactivate`));
  expect(await people()).toMatchObject([{ gone: null }]);
  expect((await new Browser(host).fetch("GET", path)).status).toBe(404);
});

test("[security 29.7] only a limited number of people can come in from one IP address", async () => {
  const { iris, host, url, path } = await withLink({ max_people: 100 });
  const enter = async (index: number) =>
    (await new Browser(host).fetch("POST", path, { full_name: `Ana ${index}` }, { "CF-Connecting-IP": "192.0.2.7" }))
      .status;
  const answers: number[] = [];
  for (let index = 0; index < 31; index += 1) answers.push(await enter(index));
  expect(answers).toEqual([...Array(30).fill(303), 429]);
  await comeIn(host, url, "Bea");
  await advanceClock(iris, 31 * 60_000);
  expect(await enter(32)).toBe(303);
});
