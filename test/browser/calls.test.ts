import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { UdpRelay } from "../process/support/udp-relay.ts";
import { testOn } from "./support/browser-test.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expectSilence, heardBy, join, others, throughRelay, toneOf, toolbar, visitsOf } from "./support/in-call.ts";
import type { Visit } from "./support/visit.ts";

const settings = { data: makeData(), args: ["--quiet", "--rate-limits", "off", "--test-hooks"] };
const test = testOn(async (use) => {
  await use(await launchOn(settings).running());
  await removeData(settings.data);
});

/** Returns the packets received and lost per voice. Connections are identified by their order. */
const voicesOf = (page: Page) =>
  page.evaluate(async () => {
    const voices: { connection: string; received: number; lost: number }[] = [];
    for (const [index, connection] of window.calls.connections.entries())
      for (const report of (await connection.getStats()).values())
        if (report.type === "inbound-rtp" && report.kind === "audio" && report.packetsReceived > 0)
          voices.push({
            connection: `${index} ${connection.connectionState}`,
            received: report.packetsReceived,
            lost: report.packetsLost,
          });
    return voices;
  });
type Voices = Awaited<ReturnType<typeof voicesOf>>;
const connectionsOf = (voices: Voices) => voices.map(({ connection }) => connection);

test("four people talk in a topic call, through a server kill, a mute and a network outage", {
  tags: "nightly",
}, async ({ owner, open, server }) => {
  const cleo = await owner.invite("Cleo");
  const people = [owner, await owner.invite("Ben"), cleo, await owner.invite("Dan")];
  const channel = await owner.channel("voices", people, { invite_only: true });
  const visits = await visitsOf(open, people, `#narrow/channel/${channel}-voices/topic/talk`);
  const all = visits.map(({ page }) => page);
  const relay = new UdpRelay();
  onTestFinished(() => relay.close());
  await throughRelay(all, relay);
  for (const page of all) await join(page);
  const hearAll = async () => {
    for (const [index, page] of all.entries()) await heardBy(page).toEqual(others(4, index));
  };
  await hearAll();

  // Killing the server doesn't interrupt the sound.
  for (const visit of visits) visit.expects(/ERR_|Failed to (load|fetch)|50\d|WebSocket/);
  const before = await Promise.all(all.map(voicesOf));
  expect(before.map(({ length }) => length)).toEqual([3, 3, 3, 3]);
  await server.killHard("all");
  for (const page of all) await page.getByText("Reconnecting…").waitFor();
  const atKill = await Promise.all(all.map(voicesOf));
  const least = (now: Voices, then: Voices = []) =>
    Math.min(...now.map(({ received }, at) => received - (then[at]?.received ?? 0)));
  for (const [index, page] of all.entries())
    await expect.poll(async () => least(await voicesOf(page), atKill[index])).toBeGreaterThan(250);
  await launchOn({ ...settings, args: [...settings.args, "--port", new URL(server.url).port] }).running();
  for (const page of all) {
    await page.getByText("Reconnecting…").waitFor({ state: "detached" });
    await toolbar(page).getByRole("button", { name: "People in the call: 4" }).waitFor();
  }
  for (const [index, page] of all.entries()) {
    const now = await voicesOf(page);
    expect(connectionsOf(now)).toEqual(connectionsOf(before[index] ?? []));
    for (const [at, voice] of now.entries()) {
      const was = before[index]?.[at] ?? voice;
      // A busy machine drops some.
      expect(voice.lost - was.lost).toBeLessThan((voice.received - was.received) / 10);
    }
  }
  await hearAll();
  const { calls: killed } = await owner.ok(owner.get("/calls", { type: "channel", to: channel, topic: "talk" }));
  expect(killed).toMatchObject([{ member_ids: people.map(({ id }) => id).sort((a, b) => a - b), ended_at: null }]);

  const [first, second, third, last] = all as [Page, Page, Page, Page];
  await toolbar(last).getByRole("button", { name: "Leave call" }).click();
  await toolbar(last).waitFor({ state: "detached" });
  const pages = [first, second, third];
  for (const [index, page] of pages.entries()) await heardBy(page).toEqual(others(3, index));
  await first.getByRole("navigation", { name: "Navigation" }).getByText("3 in call").waitFor();

  await toolbar(second).getByRole("button", { name: "Mute", exact: true }).click();
  await heardBy(first).toEqual([toneOf(2)]);
  await expectSilence(second, toneOf(1), first);
  await toolbar(first)
    .getByRole("button", { name: /^People in the call/ })
    .click();
  const list = first.getByRole("dialog", { name: "People in the call" });
  await list.getByRole("listitem").filter({ hasText: "Ben" }).getByRole("img", { name: "muted" }).waitFor();
  await first.keyboard.press("Escape");
  await second.keyboard.press("Control+Shift+Space");
  await heardBy(first).toEqual(others(3, 0));

  // The third member also loses the room, and returns as the same member.
  const said = await Promise.all(pages.map((page) => page.evaluate(() => window.calls.said.length)));
  relay.cut(true);
  await third.evaluate(() => {
    window.calls.hang(true);
    window.dispatchEvent(new Event("online"));
  });
  for (const page of pages) await heardBy(page).toEqual([]);
  await third.getByText("Reconnecting…").waitFor();
  relay.cut(false);
  await third.evaluate(() => window.calls.hang(false));
  for (const [index, page] of pages.entries()) await heardBy(page).toEqual(others(3, index));
  await third.getByText("Reconnecting…").waitFor({ state: "detached" });
  for (const page of pages) await toolbar(page).getByRole("button", { name: "People in the call: 3" }).waitFor();
  for (const [index, page] of pages.entries())
    expect(await page.evaluate((from) => window.calls.said.slice(from), said[index] ?? 0)).toEqual([]);

  // The owner moderates: mutes from the menu, locks the call against another user, and unlocks it.
  await toolbar(first)
    .getByRole("button", { name: /^People in the call/ })
    .click();
  await list.getByRole("button", { name: "Actions for Ben Example" }).click();
  await first.getByRole("menuitem", { name: "Mute" }).waitFor();
  expect(await first.getByRole("menuitem").allInnerTexts()).toEqual(["Mute", "Remove from call"]);
  expect(await visits[0]?.accessProblems()).toEqual([]);
  await first.getByRole("menuitem", { name: "Mute" }).click();
  await second.getByText("Owner muted you").waitFor();
  await toolbar(second).getByRole("button", { name: "Unmute" }).waitFor();
  await list.getByRole("img", { name: "muted by Owner" }).waitFor();
  await second.keyboard.press("Control+Shift+Space");
  await list.getByRole("img", { name: "muted by Owner" }).waitFor({ state: "detached" });
  await list.getByRole("button", { name: "Lock call" }).click();
  await list.getByText("Locked: no one else can join.").waitFor();
  await last.getByRole("button", { name: "Join call" }).first().click();
  await last.getByRole("dialog", { name: "Voice call" }).getByRole("button", { name: "Join", exact: true }).click();
  await last.getByText("The call is locked.").waitFor();
  await list.getByRole("button", { name: "Unlock call" }).click();
  await list.getByRole("button", { name: "Lock call" }).waitFor();
  await first.keyboard.press("Escape");

  // A user who can no longer read the conversation hears nothing, and isn't heard.
  await owner.ok(owner.delete("/users/me/subscriptions", { subscriptions: ["voices"], principals: [cleo.id] }));
  await toolbar(third).waitFor({ state: "detached" });
  await heardBy(third).toEqual([]);
  await heardBy(first).toEqual([toneOf(1)]);
  await toolbar(first).getByRole("button", { name: "People in the call: 2" }).waitFor();

  await toolbar(second).getByRole("button", { name: "Leave call" }).click();
  await toolbar(second).waitFor({ state: "detached" });
  // The call's link, as other clients show it, leads to its message. After the call, the message shows a summary.
  const { calls } = await owner.ok(owner.get("/calls", { type: "channel", to: channel, topic: "talk" }));
  await second.goto(new URL(`/call/${calls[0].call_id}`, second.url()).href);
  await second.getByText("Voice call in progress").waitFor();
  await first.keyboard.press("Control+Shift+h");
  await toolbar(first).waitFor({ state: "detached" });
  await heardBy(first).toEqual([]);
  // The call can be rejoined for a while, but is empty.
  await second.getByText("Voice call in progress").waitFor({ state: "detached" });
  await second.getByRole("button", { name: "Join call" }).last().waitFor();
  await second.getByRole("navigation", { name: "Navigation" }).getByText("in call").waitFor({ state: "detached" });
  await owner.ok(owner.post(`/calls/${calls[0].call_id}/end`));
  await second.getByText(/^Voice call, \d+ min, 4 people$/).waitFor();
});

test("a direct call rings everywhere until it is declined, canceled, missed or answered, and shows its outcome", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const [ada, ben] = [await owner.invite("Ada"), await owner.invite("Ben")];
  const [{ page: caller }] = (await visitsOf(open, [ada], `#narrow/dm/${ben.id}`)) as [Visit];
  const devices = await visitsOf(open, [ben, ben], "#inbox");
  const [first, second] = devices.map(({ page }) => page) as [Page, Page];
  const card = (page: Page) => page.getByRole("alertdialog", { name: "Ada Example is calling" });
  const said = (text: string) => caller.getByRole("region", { name: "Call" }).getByText(text).waitFor();
  const isSilent = () => Promise.all([first, second].map((page) => card(page).waitFor({ state: "detached" })));
  const ring = async () => {
    await join(caller);
    await Promise.all([first, second].map((page) => card(page).waitFor()));
    await said("Ringing…");
  };
  const hangUp = async () => {
    await toolbar(caller).getByRole("button", { name: "Leave call" }).click();
    await toolbar(caller).waitFor({ state: "detached" });
  };
  const end = async () => {
    const { calls } = await ada.ok(ada.get("/calls", { type: "direct", to: [ben.id] }));
    await ada.ok(ada.post(`/calls/${calls[0].call_id}/end`));
    await caller.getByRole("button", { name: "Start voice call" }).first().waitFor();
  };

  await ring();
  expect(await devices[0]?.accessProblems()).toEqual([]);
  // A page opened while it rings shows it too.
  await second.reload();
  await card(second).getByRole("button", { name: "Decline" }).click();
  await said("Declined");
  await isSilent();
  await hangUp();
  await end();

  await ring();
  await hangUp();
  await isSilent();
  await end();

  await ring();
  await owner.ok(owner.post("/testing/clock", { advance_ms: 31_000 }));
  await said("No answer");
  await isSilent();
  await hangUp();
  await end();

  await ring();
  await card(first).getByRole("button", { name: "Answer", exact: true }).click();
  await isSilent();
  await toolbar(first).getByRole("button", { name: "People in the call: 2" }).waitFor();
  await second.getByText("You're in this call on another tab or device.").waitFor();
  await heardBy(caller).toEqual([toneOf(0)]);
  await heardBy(first).toEqual([toneOf(0)]);
  await expect.poll(() => caller.getByText("Ringing…").count()).toBe(0);
  // Another device joins in addition to the first, muted.
  await second.getByRole("button", { name: "Join too" }).click();
  await toolbar(first).getByRole("button", { name: "People in the call: 3" }).waitFor();
  await toolbar(second).getByRole("button", { name: "Unmute" }).waitFor();
  await toolbar(first).waitFor();
  // The added device plays nothing, and receives no sound.
  const sounds = () =>
    caller.evaluate(() =>
      window.calls.connections
        .filter(({ connectionState }) => connectionState === "connected")
        .map((one) => one.getTransceivers().map(({ currentDirection }) => currentDirection)),
    );
  const whole = ["sendrecv", "sendrecv", "sendrecv", "sendrecv"];
  await expect.poll(sounds).toEqual([whole, ["recvonly", "sendrecv", "sendrecv", "recvonly"]]);
});

/** Waits until a video shows a picture that isn't black. */
const isSeen = (video: Locator) =>
  expect.poll(() =>
    video.evaluate((element) => {
      const picture = element as HTMLVideoElement;
      if (picture.getVideoPlaybackQuality().totalVideoFrames === 0) return false;
      const canvas = new OffscreenCanvas(32, 18);
      const context = canvas.getContext("2d");
      context?.drawImage(picture, 0, 0, 32, 18);
      return context?.getImageData(0, 0, 32, 18).data.some((value, at) => at % 4 !== 3 && value > 60);
    }),
  );

declare global {
  interface Window {
    /** Active wake locks, and the speakers chosen so far. */
    used: { awake: number; readonly speakers: string[] };
  }
}

/** Makes a page record its use of the screen and speakers. Runs in the page. */
function watchDevices(): void {
  window.used = { awake: 0, speakers: [] };
  Object.assign(navigator.wakeLock, {
    request: async () => {
      window.used.awake += 1;
      const release = async () => {
        window.used.awake -= 1;
      };
      return { release };
    },
  });
  const { setSinkId } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.setSinkId = function (this: HTMLMediaElement, id: string) {
    window.used.speakers.push(id);
    return Reflect.apply(setSinkId, this, [id]);
  };
}

test("a person's card starts a call with them, but the user's own card and a bot's don't", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  const ben = await owner.invite("Ben");
  const channel = await owner.channel("cards", [owner, ben]);
  const { user_id: bot } = await owner.ok(owner.post("/bots", { full_name: "Gull", short_name: "gull" }));
  const mentions = [ben.id, owner.id, bot].map((id) => `@_**|${id}**`).join(" ");
  await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic: "who", content: mentions }));
  const { page } = await open(owner, { at: `#narrow/channel/${channel}-cards/topic/who` });
  const start = page.getByRole("menuitem", { name: "Start voice call" });
  const openMenu = async (place: number) => {
    await page.locator(".message .user-mention").nth(place).click();
    await page.getByRole("dialog").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Copy mention" }).waitFor();
  };
  for (const place of [1, 2]) {
    await openMenu(place);
    expect(await start.count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await openMenu(0);
  await start.click();
  await page.getByRole("dialog", { name: "Voice call" }).getByRole("button", { name: "Join", exact: true }).click();
  // The room reports who is in it once a second.
  await expect
    .poll(async () => (await owner.ok(owner.get("/calls", { type: "direct", to: [ben.id] }))).calls)
    .toMatchObject([{ member_ids: [owner.id], ended_at: null }]);
});

test("members see each other's video and a shared screen, and control the call by keyboard", async ({
  owner,
  open,
}) => {
  const ben = await owner.invite("Ben");
  const channel = await owner.channel("pictures", [owner, ben]);
  const at = `#narrow/channel/${channel}-pictures/topic/look`;
  const [firstVisit, visit] = [await open(owner, { at }), await open(ben, { at })];
  const [{ page: first }, { page: second }] = [firstVisit, visit];
  const press = (page: Page, name: string) => toolbar(page).getByRole("button", { name, exact: true }).click();
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Video call" });
  await first.locator(".place-tools").getByRole("button", { name: "More" }).click();
  await first.getByRole("menuitem", { name: "Start video call" }).click();
  expect(await dialog(first).locator("video").count()).toBe(0);
  await dialog(first).getByRole("button", { name: "Turn camera on" }).click();
  await isSeen(dialog(first).locator("video")).toBe(true);
  await dialog(first).getByRole("button", { name: "Join", exact: true }).click();
  await toolbar(first).getByRole("button", { name: "Turn camera off" }).waitFor();

  await second.getByRole("button", { name: "Join call" }).first().click();
  await dialog(second).getByRole("button", { name: "Join", exact: true }).click();
  await second.evaluate(watchDevices);
  await press(second, "Open call view");
  const stage = second.getByRole("region", { name: "Call" });
  const people = stage.getByRole("list", { name: "People in the call" });
  const other = people.getByRole("listitem").filter({ hasNotText: "(you)" });
  await isSeen(other.locator("video")).toBe(true);
  expect(await visit.accessProblems()).toEqual([]);
  await expect.poll(() => second.evaluate(() => window.used.awake)).toBe(1);
  expect((await stage.ariaSnapshot()).replaceAll(" speaking", "")).toMatchInlineSnapshot(`
    "- region "Call":
      - link "look":
        - /url: "#narrow/channel/2-pictures/topic/look"
      - img "Encrypted between browsers"
      - status
      - toolbar "Call controls":
        - button "Mute"
        - button "Turn camera on"
        - button "Share screen"
        - button "Raise hand"
        - 'button "People in the call: 2"'
        - button "Close call view"
        - button "Leave call"
      - status
      - heading "look" [level=1]
      - list "People in the call":
        - listitem:
          - paragraph: Owner
          - button "Pin Owner"
        - listitem:
          - paragraph: Ben Example (you)
          - button "Pin Ben Example (you)"
      - paragraph:
        - button "Picture-in-picture""
  `);

  // The keyboard shortcuts of the stage.
  await second.keyboard.press("m");
  await toolbar(second).getByRole("button", { name: "Unmute" }).waitFor();
  // The stage is dark in the light theme too, and the muted microphone as red as the button that leaves.
  expect(await second.locator(".call-stage").evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
    "rgb(22, 25, 27)",
  );
  const ground = (name: string) =>
    toolbar(second)
      .getByRole("button", { name })
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  await expect.poll(async () => (await ground("Unmute")) === (await ground("Leave call"))).toBe(true);
  // With the system's colors, the button's icon stands out from its background.
  await second.emulateMedia({ forcedColors: "active" });
  const isOneColor = await toolbar(second)
    .getByRole("button", { name: "Unmute" })
    .evaluate(async (one) => {
      const style = getComputedStyle(one);
      await Promise.all(one.getAnimations().map(({ finished }) => finished));
      return style.color === style.backgroundColor;
    });
  expect(isOneColor).toBe(false);
  await second.emulateMedia({ forcedColors: "none" });
  const seenByFirst = first.getByRole("list", { name: "People in the call" }).getByRole("listitem").last();
  await seenByFirst.getByRole("img", { name: "muted" }).waitFor();
  await second.keyboard.down("Space");
  await seenByFirst.getByRole("img", { name: "muted" }).waitFor({ state: "detached" });
  await second.keyboard.up("Space");
  await seenByFirst.getByRole("img", { name: "muted" }).waitFor();
  await press(second, "Raise hand");
  await seenByFirst.getByRole("img", { name: "hand raised" }).waitFor();

  await press(first, "Turn camera off");
  await other.locator("video").waitFor({ state: "detached" });
  await other.locator(".avatar").waitFor();

  await press(first, "Share screen");
  const ownScreen = first.getByRole("listitem").filter({ hasText: "You're sharing your screen" });
  await isSeen(ownScreen.locator("video")).toBe(true);
  expect(await firstVisit.accessProblems()).toEqual([]);
  const large = stage.locator(".call-large");
  await isSeen(large.locator("video")).toBe(true);
  expect(await large.textContent()).toContain("'s screen");
  await other.getByRole("button", { name: /^Pin / }).click();
  await large.getByText("'s screen").waitFor({ state: "detached" });
  await ownScreen.getByRole("button", { name: "Stop sharing" }).click();
  await ownScreen.waitFor({ state: "detached" });
  await people.getByText("'s screen").waitFor({ state: "detached" });
  await large.getByRole("button", { name: /^Unpin / }).click();
  await large.waitFor({ state: "detached" });

  // A chosen speaker plays at once, and is remembered for the next call.
  await toolbar(second)
    .getByRole("button", { name: /^People in the call/ })
    .click();
  const speakers = second.getByRole("combobox", { name: "Speaker" });
  const chosen = await speakers.getByRole("option").last().getAttribute("value");
  await speakers.selectOption(chosen);
  await expect.poll(() => second.evaluate(() => window.used.speakers)).toContain(chosen);
  await expect.poll(() => second.evaluate(() => localStorage.getItem("parley.loudspeaker"))).toBe(chosen);
  await second.keyboard.press("Escape");
  await press(second, "Close call view");
  await second.getByRole("heading", { level: 1, name: "look" }).waitFor();
  await expect.poll(() => second.evaluate(() => window.used.awake)).toBe(0);
  await press(first, "People in the call: 2");
  await first.getByRole("button", { name: "End call for everyone" }).click();
  await first.getByRole("alertdialog").getByRole("button", { name: "End call for everyone" }).click();
  for (const page of [first, second]) await toolbar(page).waitFor({ state: "detached" });
  await second.getByText("The call has ended.").waitFor();
  await firstVisit.go("#organization/organization-settings");
  const trial = first.getByRole("region", { name: "Test calls" });
  await trial.getByRole("button", { name: "Test calls" }).click();
  await trial.getByText("Your microphone works.").waitFor();
  await trial.getByText("This browser can make calls. No TURN server is set").waitFor();
  await trial.getByText("No media server is set.").waitFor();
  expect(await firstVisit.accessProblems()).toEqual([]);
  await trial.getByRole("button", { name: "Stop test" }).click();
  await trial.getByRole("meter").waitFor({ state: "detached" });
});

test("closing the preview while a call is being started ends the call, without joining it", async ({ owner, open }) => {
  const ben = await owner.invite("Ben");
  const { page } = await open(owner, { at: `#narrow/dm/${ben.id}` });
  await page.getByRole("button", { name: "Start voice call" }).first().click();
  const preview = page.getByRole("dialog");
  const held = await holdRequests(page, "POST", "**/json/calls");
  await preview.getByRole("button", { name: "Join", exact: true }).click();
  await held.made;
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "detached" });
  held.release();
  const ended = async () => {
    const { calls } = await owner.ok(owner.get("/calls", { type: "direct", to: [ben.id] }));
    return calls.map(({ ended_at }: { ended_at: number | null }) => ended_at !== null);
  };
  await expect.poll(ended).toEqual([true]);
  expect(await toolbar(page).count()).toBe(0);
});
