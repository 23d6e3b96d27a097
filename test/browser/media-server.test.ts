/** @module-tag nightly */
import type { Page } from "playwright-core";
import { beforeEach, expect } from "vitest";
import { launchOn, removeData, type Server } from "../process/support/launch.ts";
import { SfuStandIn } from "../process/support/sfu/stand-in.ts";
import { UdpRelay } from "../process/support/udp-relay.ts";
import { type BrowserTest, testOn } from "./support/browser-test.ts";
import { talkUnheard } from "./support/encrypted-call.ts";
import { expectSilence, heardBy, join, others, toneOf, toolbar, visitsOf } from "./support/in-call.ts";
import { settingsWith } from "./support/settings-with-sfu.ts";
import type { Visit } from "./support/visit.ts";

const relay = new UdpRelay();
const sfu = await SfuStandIn.start({ relay, goneMs: 15_000 });
const settings = settingsWith(sfu);
const test = testOn(async (use) => {
  await use(await launchOn(settings).running());
  await removeData(settings.data);
  sfu.close();
  relay.close();
});

const startAgain = (server: Server) =>
  launchOn({ ...settings, args: [...settings.args, "--port", new URL(server.url).port] }).running();

// A failed test can leave faults, a bad connection, a killed server or an ending call. Resets them before each test.
beforeEach<Pick<BrowserTest, "server">>(async ({ server }) => {
  sfu.fault = () => undefined;
  for (const way of [relay.there, relay.back]) Object.assign(way, { loss: 0, delayMs: 0 });
  const isUp = await fetch(server.url).then(Boolean, () => false);
  if (!isUp) await startAgain(server);
  await expect.poll(() => sfu.open).toEqual([]);
});

/** Returns the states of all connections that pages have made so far. */
const connectionsOf = (pages: readonly Page[]) =>
  Promise.all(pages.map((page) => page.evaluate(() => window.calls.connections.map((one) => one.connectionState))));

/** Audio received so far: packets lost, samples played, and how many of those were concealed (made up for losses). */
const receivedBy = (page: Page) =>
  page.evaluate(async () => {
    let [lost, samples, concealed] = [0, 0, 0];
    for (const connection of window.calls.connections)
      for (const report of (await connection.getStats()).values()) {
        if (report.type !== "inbound-rtp" || report.kind !== "audio") continue;
        lost += report.packetsLost ?? 0;
        samples += report.totalSamplesReceived ?? 0;
        concealed += report.concealedSamples ?? 0;
      }
    return { lost, samples, concealed };
  });

test("[security 28.16] people talk without being heard by the media server, or by anyone who has left", async ({
  owner,
  open,
}) => {
  const dan = await owner.invite("Dan");
  const people = [owner, await owner.invite("Ben"), await owner.invite("Cleo")];
  const channel = await owner.channel("vault", [...people, dan]);
  const visits = await visitsOf(open, people, `#narrow/channel/${channel}-vault/topic/talk`);
  const pages = visits.map(({ page }) => page);
  const call = async () =>
    (await owner.ok(owner.get("/calls", { type: "channel", to: channel, topic: "talk" }))).calls[0];
  await talkUnheard(pages, sfu, call, dan);
  // Without a media server, clients would have to trust the server that no one intercepts the call.
  const last = pages[2] as Page;
  const made = await connectionsOf([last]);
  const state = { type: "state", me: 3, resume: "", encrypted: true, started_at: 1, members: [], ice_servers: [] };
  await last.evaluate((frame) => window.calls.take(frame), state);
  await last.getByText("the server no longer lets it be encrypted").waitFor();
  expect((await connectionsOf([last]))[0]).toHaveLength(made[0]?.length ?? 0);
  await owner.ok(owner.post(`/calls/${(await call()).call_id}/end`));
  await expect.poll(() => sfu.open).toEqual([]);
});

test("voices are heard over new connections if browsers lose the encrypting or decrypting transforms", async ({
  owner,
  open,
}) => {
  const people = [owner, await owner.invite("Ben")];
  const channel = await owner.channel("cellar", people);
  const visits = await visitsOf(open, people, `#narrow/channel/${channel}-cellar/topic/talk`);
  const [speaker, listener] = visits.map(({ page }) => page) as [Page, Page];
  const loseFirst = (page: Page, ofSender: boolean) =>
    page.evaluate((encrypts) => {
      let isLost = false;
      window.RTCRtpScriptTransform = class extends RTCRtpScriptTransform {
        constructor(worker: Worker, use: object) {
          const isFirst = !isLost && "encrypt" in use === encrypts;
          super(worker, isFirst ? { place: -1 } : use);
          isLost ||= isFirst;
        }
      };
    }, ofSender);
  await loseFirst(speaker, true);
  await loseFirst(listener, false);
  await join(speaker);
  await join(listener);
  await heardBy(listener).toEqual([toneOf(0)]);
  for (const states of await connectionsOf([speaker, listener]))
    expect(states.filter((state) => state === "closed")).toHaveLength(1);
  for (const visit of visits) await visit.end();
  await expect.poll(() => sfu.open).toEqual([]);
});

test("[security 28.20] all members see why a call isn't encrypted: a browser can't encrypt, or a moderator turned it off", async ({
  owner,
  open,
}) => {
  const people = [owner, await owner.invite("Ben"), await owner.invite("Ana")];
  const channel = await owner.channel("attic", people);
  const visits = await visitsOf(open, people, `#narrow/channel/${channel}-attic/topic/talk`);
  const pages = visits.map(({ page }) => page);
  const [first, second, old] = pages as [Page, Page, Page];
  await old.evaluate(() => Reflect.deleteProperty(window, "RTCRtpScriptTransform"));
  const secrecy = (page: Page, name: string) => page.getByRole("img", { name }).waitFor();
  const reason = (page: Page) => expect.poll(() => page.locator(".call-bar > .call-plain").textContent());
  const hearEachOther = async (some: readonly Page[]) => {
    for (const [index, page] of some.entries()) await heardBy(page).toEqual(others(some.length, index));
  };
  for (const page of [first, second]) await join(page);
  await hearEachOther([first, second]);
  for (const page of [first, second]) await secrecy(page, "Encrypted beyond the media server");
  const made = await connectionsOf([first, second]);

  await old.getByRole("button", { name: "Join call" }).first().click();
  await old.getByRole("alert").getByText("Your browser can't encrypt beyond the media server").waitFor();
  await old.getByRole("button", { name: "Join", exact: true }).click();
  await hearEachOther(pages);
  for (const page of [first, second])
    await reason(page).toBe("Ana Example's browser can't encrypt beyond the media server.");
  await reason(old).toContain("Your browser can't encrypt beyond the media server");
  for (const page of pages) await secrecy(page, "The media server could hear this call");

  await toolbar(old).getByRole("button", { name: "Leave call" }).click();
  for (const page of [first, second]) {
    await secrecy(page, "Encrypted beyond the media server");
    await reason(page).toBe("");
  }
  await hearEachOther([first, second]);

  const moderate = async (name: string) => {
    await toolbar(first).getByRole("button", { name: "People in the call: 2" }).click();
    await first.getByRole("button", { name }).click();
  };
  await moderate("Turn off encryption");
  const question = first.getByRole("alertdialog", { name: "Turn off encryption beyond the media server?" });
  await question.getByText("The media server could then hear and see this call.").waitFor();
  await question.getByRole("button", { name: "Turn off encryption" }).click();
  for (const page of [first, second]) {
    await reason(page).toContain("turned off encryption beyond the media server.");
    await secrecy(page, "The media server could hear this call");
  }
  await hearEachOther([first, second]);
  await moderate("Turn on encryption");
  for (const page of [first, second]) await secrecy(page, "Encrypted beyond the media server");
  await hearEachOther([first, second]);
  expect(await connectionsOf([first, second])).toEqual(made);
  const [call] = (await owner.ok(owner.get("/calls", { type: "channel", to: channel, topic: "talk" }))).calls;
  await owner.ok(owner.post(`/calls/${call.call_id}/end`));
  await expect.poll(() => sfu.open).toEqual([]);
});

test("the call view shows other members' videos when it moves from its small window back into the page", async ({
  owner,
  open,
}) => {
  const people = [owner, await owner.invite("Ben")];
  const channel = await owner.channel("loft", people);
  const visits: Visit[] = [];
  for (const one of people) visits.push(await open(one, { at: `#narrow/channel/${channel}-loft/topic/talk` }));
  const [first, second] = visits.map(({ page }) => page) as [Page, Page];
  for (const page of [first, second]) await join(page);
  await toolbar(first).getByRole("button", { name: "Turn camera on" }).click();
  // A headless browser has no always-on-top windows.
  await second.evaluate(() => {
    const requestWindow = async () => window.open("about:blank", "small", "popup");
    Object.defineProperty(window, "documentPictureInPicture", { value: { requestWindow } });
  });
  await toolbar(second).getByRole("button", { name: "Open call view" }).click();
  const video = second.getByRole("list", { name: "People in the call" }).locator("video");
  await video.waitFor();
  const opened = second.waitForEvent("popup");
  await second.getByRole("button", { name: "Picture-in-picture" }).click();
  const small = await opened;
  await small.locator("video").waitFor();
  const closed = small.waitForEvent("close");
  await toolbar(second).getByRole("button", { name: "Open call view" }).click();
  await closed;
  const frames = () =>
    video.evaluate((element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before + 15);
});

test("people talk through a media server despite packet loss, a killed Parley server, and a media server outage", async ({
  owner,
  open,
  server,
}) => {
  const people = [owner];
  for (const name of ["Ben", "Cleo", "Dan", "Eve"]) people.push(await owner.invite(name));
  const channel = await owner.channel("voices", people);
  const all = await visitsOf(open, people, `#narrow/channel/${channel}-voices/topic/talk`);
  for (const visit of all) visit.expects(/ERR_|Failed to (load|fetch)|50\d|WebSocket/);
  const visits = all.slice(0, 4);
  const pages = visits.map(({ page }) => page);
  const late = all[4]?.page as Page;
  const hearAll = async (some: readonly Page[]) => {
    for (const [index, page] of some.entries()) await heardBy(page).toEqual(others(some.length, index));
  };
  for (const page of pages) await join(page);
  await hearAll(pages);
  expect(sfu.open).toHaveLength(8);

  await pages[1]?.keyboard.press("Control+Shift+Space");
  await expectSilence(pages[1] as Page, toneOf(1), pages[0] as Page);
  await pages[1]?.keyboard.press("Control+Shift+Space");
  await hearAll(pages);

  // A bad connection doesn't cause a reconnect.
  const connections = await connectionsOf(pages);
  Object.assign(relay.there, { loss: 0.05, delayMs: 75 });
  Object.assign(relay.back, { loss: 0.05, delayMs: 75 });
  const before = await Promise.all(pages.map(receivedBy));
  for (const [index, page] of pages.entries()) {
    const sinceThen = async () => (await receivedBy(page)).lost - (before[index]?.lost ?? 0);
    await expect.poll(sinceThen).toBeGreaterThan(100);
  }
  await hearAll(pages);
  for (const [index, page] of pages.entries()) {
    const [now, then] = [await receivedBy(page), before[index] ?? { samples: 0, concealed: 0 }];
    expect((now.concealed - then.concealed) / (now.samples - then.samples)).toBeLessThan(0.15);
  }
  Object.assign(relay.there, { loss: 0, delayMs: 0 });
  Object.assign(relay.back, { loss: 0, delayMs: 0 });

  expect(await connectionsOf(pages)).toEqual(connections);

  // A killed server doesn't either: members keep their connections, and request nothing from the media server.
  const asked = sfu.requests.length;
  await server.killHard("all");
  for (const page of pages) await page.getByText("Reconnecting…").waitFor();
  const { packets } = sfu.media.out;
  await expect.poll(() => sfu.media.out.packets).toBeGreaterThan(packets + 100);
  await hearAll(pages);
  await startAgain(server);
  for (const page of pages) {
    await page.getByText("Reconnecting…").waitFor({ state: "detached" });
    await toolbar(page).getByRole("button", { name: "People in the call: 4" }).waitFor();
  }
  await hearAll(pages);
  expect(await connectionsOf(pages)).toEqual(connections);
  expect(sfu.requests).toHaveLength(asked);
  const calls = async () =>
    (await owner.ok(owner.get("/calls", { type: "channel", to: channel, topic: "talk" }))).calls;
  expect(await calls()).toMatchObject([{ member_ids: people.slice(0, 4).map(({ id }) => id) }]);

  // During an outage of the media server, members continue, and a newcomer waits.
  sfu.fault = ({ operation }) => (operation === "/sessions/new" ? { status: 500 } : { status: 429 });
  await join(late);
  await late.getByText("The media server isn't responding. Trying again…").waitFor();
  await hearAll(pages);
  const refused = new Set<string>();
  sfu.fault = ({ operation, sessionId = "", body }) => {
    const isFirst = operation.endsWith("/tracks/new") && !body["sessionDescription"] && !refused.has(sessionId);
    if (isFirst) refused.add(sessionId);
    return isFirst ? { items: "empty_track_error" } : undefined;
  };
  await hearAll([...pages, late]);
  await late.getByText("The media server isn't responding. Trying again…").waitFor({ state: "detached" });
  expect(refused.size).toBe(5);
  expect(sfu.requests.filter(({ code }) => code === "invalid_session_description")).toEqual([]);

  // Members who leave, or whose browser is closed, leave nothing behind at the media server.
  await late.close();
  await toolbar(pages[0] as Page)
    .getByRole("button", { name: "Leave call" })
    .click();
  const [, ...left] = pages;
  for (const [index, page] of left.entries())
    await heardBy(page).toEqual([1, 2, 3].filter((one) => one !== index + 1).map(toneOf));
  const { call_id } = (await calls())[0];
  await owner.ok(owner.post(`/calls/${call_id}/end`));
  for (const page of left) await heardBy(page).toEqual([]);
  await expect.poll(() => sfu.tracks).toEqual([]);
  await expect.poll(() => sfu.open).toEqual([]);
});
