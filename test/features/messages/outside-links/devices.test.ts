import { describe, expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { freshly } from "../../../support/freshly.ts";
import { advanceClock, executeSql } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { comeIn, done } from "./support.ts";

const MINUTE = 60_000;

/** An organization with a link for one person, who has joined through it. */
async function withAna(fields: Json = {}) {
  const cast = await realm();
  const { omar, noah, host } = cast;
  const channel = await makeChannel(omar, "studio", [omar, noah]);
  const { url, outside_link } = await omar.ok(omar.post("/outside_links", { channel_id: channel, ...fields }));
  const path = new URL(url).pathname;
  const key = path.split("/").at(-1) ?? "";
  const ana = await comeIn(host, url);
  const id: number = (await done(ana.ask("GET", "/users/me"))).user_id;
  const link: number = outside_link.link_id;
  const waiting = async () =>
    (await omar.ok(omar.get("/outside_links"))).outside_links.find(({ link_id }: Json) => link_id === link)
      .devices as Json[];
  /** Asks to log in on another device, on the link's page. Returns the device with the fields of the waiting page. */
  const ask = async (full_name = "Ana", at = path) => {
    const phone = new Browser(host);
    const page = await (await phone.fetch("POST", at, { device: "ask", full_name })).text();
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
    const device = field("device");
    const code = /code (\d{4})/.exec(page)?.[1] ?? "";
    const goOn = async () => {
      const answer = await phone.fetch("POST", at, { device });
      return [answer.status, answer.headers.get("location") ?? ""] as const;
    };
    return { phone, page, device, code, goOn };
  };
  const answer = (who: { ask: Browser["ask"] }, request: number, allow: boolean) =>
    who.ask("POST", `/outside_links/${link}/devices/${request}`, { allow });
  return { ...cast, channel, url: url as string, ana, id, path, key, link, waiting, ask, answer };
}

describe("[security 29.10] another device of someone outside", () => {
  test("is logged in to that person's account once their first device confirms its code", async () => {
    const { ana, id, path, key, waiting, ask, answer, iris } = await withAna();
    const queue = { queue_id: "", last_event_id: -1, dont_block: true };
    Object.assign(queue, await done(ana.ask("POST", "/register", { event_types: ["outside_links"] })));
    const { phone, page, code, goOn } = await ask("ana");
    expect(page).toContain(`They see the code ${code}.`);
    expect(await goOn()).toEqual([404, ""]);
    const { events } = await done(ana.ask("GET", "/events", { ...queue, dont_block: true }));
    const [request] = events.at(-1).outside_access.devices;
    expect(request).toMatchObject({ code });
    expect(await waiting()).toMatchObject([{ ...request, user_id: id }]);
    await done(answer(ana, request.request_id, true));
    expect(await waiting()).toEqual([]);
    expect((await answer(ana, request.request_id, true)).status).toBe(400);
    expect(await goOn()).toEqual([303, "/"]);
    expect((await done(phone.ask("GET", "/users/me"))).user_id).toBe(id);
    expect((await done(ana.ask("GET", "/users/me"))).user_id).toBe(id);
    expect(await goOn()).toEqual([404, ""]);
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["outside_link.device_allowed"] }));
    expect(entries).toMatchObject([{ actor: { id }, entity: { id: String(id) } }]);

    // Logging out on one device ends access only there, and that device can no longer return.
    await done(ana.ask("POST", "/logout"));
    expect((await phone.ask("GET", "/users/me")).status).toBe(200);
    expect((await ana.fetch("POST", path, { full_name: "Bea" })).status).toBe(404);
    expect((await done(phone.ask("GET", `/outside_access/${key}`))).returning).toBe("Ana (outside)");
  });

  test("can be confirmed by the inviter and administrators, and by no one else", async () => {
    const { iris, omar, noah, host, channel, link, waiting, ask, answer } = await withAna();
    const post = (who: typeof noah, request: number, allow: boolean) =>
      who.post(`/outside_links/${link}/devices/${request}`, { allow });
    const { url } = await omar.ok(omar.post("/outside_links", { channel_id: channel }));
    const other = await comeIn(host, url, "Cem");
    for (const who of [iris, omar]) {
      const { goOn } = await ask();
      const [{ request_id }] = (await waiting()) as [Json];
      expect((await post(noah, request_id, true)).body.msg).toBe("No such request");
      expect((await answer(other, request_id, true)).body.msg).toBe("No such request");
      expect(await goOn()).toEqual([404, ""]);
      await iris.ok(post(who, request_id, true));
      expect(await goOn()).toEqual([303, "/"]);
    }
  });

  test("is not logged in if it is refused, after 15 minutes, or once the link has ended", async () => {
    const { omar, ana, link, waiting, ask, answer } = await withAna();
    const refused = await ask();
    await done(answer(ana, (await waiting())[0]?.["request_id"], false));
    expect(await refused.goOn()).toEqual([404, ""]);
    const late = await ask();
    await done(answer(ana, (await waiting())[0]?.["request_id"], true));
    await ask();
    const request = (await waiting())[0]?.["request_id"];
    await advanceClock(omar, 15 * MINUTE);
    expect(await late.goOn()).toEqual([404, ""]);
    expect(await waiting()).toEqual([]);
    expect((await answer(ana, request, true)).status).toBe(400);
    const allowed = await ask();
    await done(answer(ana, (await waiting())[0]?.["request_id"], true));
    await omar.ok(omar.delete(`/outside_links/${link}`));
    expect(await allowed.goOn()).toEqual([404, ""]);
  });

  test("is not logged in if the account was removed, was kept as a guest, or had its sessions ended", async () => {
    const { iris, omar, id, link, waiting, ask } = await withAna();
    const allow = async () => {
      const device = await ask();
      const [{ request_id }] = (await waiting()) as [Json];
      await omar.ok(omar.post(`/outside_links/${link}/devices/${request_id}`, { allow: true }));
      return device;
    };
    const early = await allow();
    await omar.ok(freshly(omar).delete(`/users/${id}/logins`));
    expect(await early.goOn()).toEqual([404, ""]);
    const removed = await allow();
    await omar.ok(omar.delete(`/outside_links/people/${id}`));
    await iris.ok(iris.post(`/users/${id}/reactivate`));
    expect(await removed.goOn()).toEqual([404, ""]);
    const late = await allow();
    await omar.ok(freshly(omar).post(`/outside_links/people/${id}/keep`, { email: "ana@example.org" }));
    expect(await late.goOn()).toEqual([404, ""]);
  });

  test.each([
    ["now has a guest's account", "DELETE FROM outside_people"],
    ["joined through a link that has ended", "UPDATE outside_links SET expires_at = 1"],
  ])("is neither logged in nor confirmed if the person %s, even if a request is pending", async (_, statement) => {
    const { omar, link, waiting, ask } = await withAna();
    const [allowed] = [await ask(), await ask()];
    const [first, second] = (await waiting()).map(({ request_id }) => `/outside_links/${link}/devices/${request_id}`);
    await omar.ok(omar.post(first ?? "", { allow: true }));
    await executeSql(omar, statement);
    expect(await allowed.goOn()).toEqual([404, ""]);
    expect((await omar.post(second ?? "", { allow: true })).body.msg).toBe("No such request");
  });

  test("can be seen and logged out by that person, and then cannot return", async () => {
    const { omar, host, path, key, link, waiting, ask, ana } = await withAna();
    const { phone, goOn } = await ask();
    const [{ request_id }] = (await waiting()) as [Json];
    await omar.ok(omar.post(`/outside_links/${link}/devices/${request_id}`, { allow: true }));
    expect(await goOn()).toEqual([303, "/"]);
    const { sessions } = await done(ana.ask("GET", "/users/me/sessions"));
    expect(sessions.map(({ current }: Json) => current).sort()).toEqual([false, true]);
    expect((await done(ana.ask("DELETE", "/users/me/sessions"))).ended).toBe(1);
    expect((await phone.ask("GET", "/users/me")).status).toBe(401);
    expect((await phone.ask("GET", `/outside_access/${key}`)).status).toBe(404);
    expect((await ana.ask("GET", "/users/me")).status).toBe(200);
    expect((await done(ana.ask("GET", `/outside_access/${key}`))).returning).toBe("Ana (outside)");
    expect((await new Browser(host).fetch("POST", path, { full_name: "Bea" })).status).toBe(404);
  });

  test("is announced and listed until it is logged out, with the user who confirmed it if they are visible", async () => {
    const { iris, omar, ana, link, waiting, ask, answer } = await withAna();
    const queue = await done(ana.ask("POST", "/register", { event_types: ["outside_links"] }));
    const letIn = async (who: Person) => {
      const { phone, goOn } = await ask();
      const [{ request_id }] = (await waiting()) as [Json];
      await who.ok(who.post(`/outside_links/${link}/devices/${request_id}`, { allow: true }));
      expect(await goOn()).toEqual([303, "/"]);
      const { sessions } = await done(phone.ask("GET", "/users/me/sessions"));
      return sessions.find(({ current }: Json) => current).id as number;
    };
    const access = async () =>
      (await done(ana.ask("POST", "/register", { event_types: ["outside_links"] }))).outside_access.let_in;
    const first = await letIn(omar);
    const second = await letIn(iris);
    const own = await ask();
    await done(answer(ana, (await waiting())[0]?.["request_id"], true));
    expect(await own.goOn()).toEqual([303, "/"]);
    // An administrator who wrote nothing here stays unknown.
    const expected = [
      { session_id: first, by: omar.id, at: expect.any(Number) },
      { session_id: second, by: null, at: expect.any(Number) },
    ];
    expect(await access()).toEqual(expected);
    const { events } = await done(ana.ask("GET", "/events", { ...queue, dont_block: true }));
    expect(events.at(-1).outside_access.let_in).toEqual(expected);
    const after = { queue_id: queue.queue_id, last_event_id: events.at(-1).id, dont_block: true };
    await done(ana.ask("DELETE", "/users/me/sessions"));
    expect(await access()).toEqual([]);
    expect((await done(ana.ask("GET", "/events", after))).events.at(-1).outside_access.let_in).toEqual([]);
  });

  test("is logged in only in the browser that asked, and another browser shows another code", async () => {
    const { host, path, id, waiting, ask, answer, ana } = await withAna();
    const { device, code, goOn } = await ask();
    await done(answer(ana, (await waiting())[0]?.["request_id"], true));
    const strange = new Browser(host);
    const post = async () => {
      const reply = await strange.fetch("POST", path, { device, code });
      return [reply.status, await reply.text()] as const;
    };
    // First without the cookie, as from another site, then with one.
    const [status, page] = await post();
    expect([status, page.includes("They see")]).toEqual([404, false]);
    await strange.fetch("POST", path, { device: "ask", full_name: "Bea" });
    const [again, other] = await post();
    expect(again).toBe(404);
    expect(other).toContain("They see the code ");
    expect(other).not.toContain(`They see the code ${code}.`);
    expect((await strange.ask("POST", `/outside_devices/${device}`)).status).toBe(404);
    expect((await strange.ask("GET", "/users/me")).status).toBe(401);
    expect(await goOn()).toEqual([303, "/"]);
    expect((await done(ana.ask("GET", "/users/me"))).user_id).toBe(id);
  });

  test("gets the same response whether or not the link and person exist", async () => {
    const { ask, waiting, ana } = await withAna();
    const withoutKeys = ({ page }: { page: string }) => page.replaceAll(/\b(\d{4}|[A-Za-z0-9]{32})\b/g, "");
    const right = await ask();
    expect(await waiting()).toHaveLength(1);
    for (const wrong of [await ask("Bea"), await ask("Ana", "/outside/wrong")]) {
      expect(withoutKeys(wrong)).toBe(withoutKeys(right));
      expect(await wrong.goOn()).toEqual(await right.goOn());
    }
    expect(await waiting()).toHaveLength(1);
    for (let more = 0; more < 3; more += 1) await ask();
    expect(await waiting()).toHaveLength(3);
    expect((await ana.ask("POST", "/outside_links/1/devices/999", { allow: true })).body.msg).toBe("No such request");
  });

  test("can be requested three times in 15 minutes regardless of the answers, without blocking requests for others", async () => {
    const { host, omar, ana, url, waiting, ask, answer } = await withAna({ max_people: 2 });
    const bea = await comeIn(host, url, "Bea");
    const beaId: number = (await done(bea.ask("GET", "/users/me"))).user_id;
    for (let refused = 0; refused < 3; refused += 1) {
      await ask();
      await done(answer(ana, (await waiting())[0]?.["request_id"], false));
    }
    await ask();
    expect(await waiting()).toEqual([]);
    for (let more = 0; more < 3; more += 1) await ask("Bea");
    expect((await waiting()).map(({ user_id }) => user_id)).toEqual([beaId, beaId, beaId]);
    await advanceClock(omar, 15 * MINUTE);
    await ask();
    expect(await waiting()).toHaveLength(1);
  });

  test("can be requested only a limited number of times per IP address", async () => {
    const { host, key } = await withAna();
    const answers: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const sent = new Browser(host).fetch(
        ...(["POST", `/json/outside_access/${key}/devices`, { full_name: "Ana" }] as const),
        { "CF-Connecting-IP": "192.0.2.9" },
      );
      answers.push((await sent).status);
    }
    expect(answers).toEqual([...Array(10).fill(200), 429]);
  });
});
