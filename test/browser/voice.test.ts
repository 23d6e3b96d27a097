/** @module-tag nightly */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { readMp4 } from "../support/mp4-sound.ts";
import { test } from "./support/browser-test.ts";
import { Finger } from "./support/finger.ts";
import { contentsOf, generalOf, say } from "./support/messages.ts";

/** Gives the page a microphone with a tone, or makes the browser refuse it. */
const listenTo = (page: Page, what: "tone" | "refusal") =>
  page.evaluate((heard) => {
    navigator.mediaDevices.getUserMedia = async () => {
      if (heard === "refusal") throw new DOMException("no", "NotAllowedError");
      const audio = new AudioContext();
      const tone = audio.createOscillator();
      const microphone = audio.createMediaStreamDestination();
      tone.connect(microphone);
      tone.start();
      // Browsers end the tracks of a microphone that is unplugged.
      addEventListener("unplug", () => {
        for (const track of microphone.stream.getTracks()) track.dispatchEvent(new Event("ended"));
      });
      return microphone.stream;
    };
  }, what);

const recordAs = (page: Page, format: string) =>
  page.evaluate((only) => {
    MediaRecorder.isTypeSupported = (type) => type === only;
  }, format);

/** Returns a file as played and decoded by the browser, and its bytes. */
const soundOf = (page: Page, path: string) =>
  page.evaluate(async (url) => {
    const bytes = await (await fetch(url)).arrayBuffer();
    const audio = new Audio(url);
    await new Promise((resolve, reject) => {
      audio.onloadedmetadata = resolve;
      audio.onerror = reject;
    });
    const file = [...new Uint8Array(bytes)];
    const { duration } = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
    return { file, decoded: duration, played: audio.duration };
  }, `/user_uploads/${path}`);

/** Matches the clock of a recording of some seconds, or more if the machine is busy. */
const lasts = (seconds: number) => new RegExp(`0:(0[${seconds}-9]|[1-5]\\d)`);

const isFocused = (page: Page) =>
  page.getByRole("textbox", { name: /^Message/ }).evaluate((text) => text === document.activeElement);

async function lastVoice(owner: Person) {
  const { attachments } = await owner.ok(owner.get("/attachments"));
  const { path_id } = attachments.at(-1);
  const { voice_messages } = await owner.ok(owner.get("/voice_messages", { paths: [path_id] }));
  return voice_messages[0];
}

async function general(owner: Person): Promise<{ id: number; at: string }> {
  const id = await generalOf(owner);
  await say(owner, id, "lunch");
  return { id, at: `#narrow/channel/${id}-general/topic/lunch` };
}

test("a voice message is recorded, played and sent by keyboard in each format, despite a lost connection or a reload", async ({
  owner,
  open,
}) => {
  const visit = await open(owner, await general(owner));
  const { page } = visit;
  const line = page.getByRole("group", { name: "Voice message", exact: true });
  const shown = page.locator(".message").getByRole("group", { name: /^Voice message/ });
  const unsent = page.locator(".composer").getByRole("group", { name: /^Voice message/ });
  const begin = async () => {
    await page.getByRole("textbox", { name: /^Message/ }).focus();
    await page.keyboard.press("Control+Shift+M");
    await line.waitFor();
  };
  const hear = (seconds: number) =>
    line
      .getByRole("timer")
      .filter({ hasText: lasts(seconds) })
      .waitFor();
  await listenTo(page, "tone");

  const formats = [
    ["audio/mp4;codecs=opus", "Opus"],
    ["audio/mp4", "Opus"],
    ["audio/webm;codecs=opus", "Opus"],
  ] as const;
  for (const [index, [format, sound]] of formats.entries()) {
    await recordAs(page, format);
    await begin();
    await hear(2);
    if (index === 0) expect(await visit.accessProblems()).toEqual([]);
    await page.keyboard.press("Enter");
    await line.waitFor({ state: "detached" });
    await shown.nth(index).waitFor();
    const { path, duration_ms, peaks } = await lastVoice(owner);
    expect(path).toMatch(/Voice-message-0m0\ds\.m4a$/);
    expect(Math.max(...peaks)).toBe(31);
    const { file, decoded, played } = await soundOf(page, path);
    const { seconds, formats: kinds } = readMp4(new Uint8Array(file));
    expect(kinds).toEqual([sound]);
    expect(decoded).toBeGreaterThan(1);
    for (const length of [played, seconds]) expect(Math.abs(length - duration_ms / 1000)).toBeLessThan(0.1);
  }

  const first = shown.first();
  const second = shown.nth(1);
  const position = first.getByRole("slider", { name: "Playback position" });
  await position.press("End");
  await position.press("ArrowLeft");
  await expect.poll(() => position.getAttribute("aria-valuetext")).toMatch(/^0:00 of 0:0\d$/);
  const speed = first.getByRole("button", { name: "Speed: 1×" });
  await speed.press("Enter");
  await second.getByRole("button", { name: "Speed: 1.5×" }).waitFor();
  await position.press(" ");
  await first.getByRole("button", { name: "Pause" }).waitFor();
  await second.getByRole("button", { name: "Play" }).press("Enter");
  await first.getByRole("button", { name: "Play" }).waitFor();
  await second.getByRole("button", { name: "Pause" }).press("Enter");
  await visit.go("#inbox");
  const bar = page.getByRole("region", { name: "Voice message" });
  await bar.getByRole("button", { name: "Play" }).press("Enter");
  await bar.getByRole("button", { name: "Pause" }).press("Enter");
  expect(await visit.accessProblems()).toEqual([]);
  await bar.getByRole("link").press("Enter");
  await bar.waitFor({ state: "detached" });
  await second.getByRole("button", { name: "Play" }).waitFor();

  await first.hover();
  await page.getByRole("button", { name: "Add transcript" }).click();
  await page.getByRole("textbox", { name: /^Edit/ }).pressSequentially("Tea at five");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Tea at five").waitFor();
  await first.waitFor();
  for (const operand of ["voice", "five"]) {
    expect(await contentsOf(owner, ["search", operand]), operand).toHaveLength(operand === "voice" ? 3 : 1);
  }

  await begin();
  await line.getByRole("button", { name: "Pause" }).press("Enter");
  await line.getByText("Paused").waitFor();
  await line.getByRole("button", { name: "Continue" }).press("Enter");
  await hear(5);
  await page.keyboard.press("Escape");
  await page.getByText("Recording discarded").waitFor();
  expect(await isFocused(page)).toBe(true);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await unsent.getByLabel("Your recording").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  visit.expects(/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/);
  await page.context().setOffline(true);
  await unsent.getByRole("button", { name: "Send" }).press("Enter");
  await unsent.getByText("will be sent when you're back online").waitFor();
  await page.context().setOffline(false);
  await shown.nth(3).waitFor();
  await unsent.waitFor({ state: "detached" });
  expect((await lastVoice(owner)).duration_ms).toBeGreaterThan(4000);

  await begin();
  await hear(3);
  await page.reload();
  await unsent.getByLabel("Your recording").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  let isCut = false;
  await page.route(/\/user_uploads\?/, (route) => {
    if (isCut) return route.continue();
    isCut = true;
    return route.abort("connectionreset");
  });
  await unsent.getByRole("button", { name: "Send" }).press("Enter");
  await shown.nth(4).waitFor();
  expect((await lastVoice(owner)).duration_ms).toBeGreaterThan(1500);

  await listenTo(page, "refusal");
  await begin();
  await line.getByText("Your browser blocks the microphone.").waitFor();
  await page.keyboard.press("Escape");
  await line.waitFor({ state: "detached" });
  expect(await isFocused(page)).toBe(true);
});

test("a recording is kept if its conversation is left or the microphone is disconnected, and sending one opens its topic", async ({
  owner,
  open,
}) => {
  const { id, at } = await general(owner);
  const content = "Two sugars";
  await say(owner, id, "tea", content);
  const visit = await open(owner, { at });
  const { page } = visit;
  const line = page.getByRole("group", { name: "Voice message", exact: true });
  const unsent = page.locator(".composer").getByRole("group", { name: /^Voice message \(/ });
  const text = page.getByRole("textbox", { name: /^Message/ });
  const record = async () => {
    await text.focus();
    await page.keyboard.press("Control+Shift+M");
    await line
      .getByRole("timer")
      .filter({ hasText: lasts(1) })
      .waitFor();
    await text.waitFor({ state: "hidden" });
    // The newest bars are at the end.
    const ends = (part: string) => line.locator(part).evaluate((one) => one.getBoundingClientRect().right);
    expect((await ends(".voice-wave")) - (await ends(".voice-wave path"))).toBeLessThan(4);
  };
  await listenTo(page, "tone");
  await text.fill("half a thought");
  await record();
  await visit.go(at.replace("lunch", "tea"));
  await page.getByText(content).first().waitFor();
  await line.waitFor({ state: "detached" });
  expect(await unsent.count()).toBe(0);
  await page.getByText("Your recording isn't sent.").waitFor();
  await page.getByRole("button", { name: "Go to conversation" }).press("Enter");
  await unsent.getByLabel("Your recording").waitFor();
  expect(await text.inputValue()).toBe("half a thought");
  await unsent.getByRole("button", { name: "Discard" }).press("Enter");
  await unsent.waitFor({ state: "detached" });

  await record();
  await page.evaluate(() => dispatchEvent(new Event("unplug")));
  await page.getByText("Your microphone was disconnected.").waitFor();
  await line.waitFor({ state: "detached" });
  await unsent.getByLabel("Your recording").waitFor();
  expect((await owner.ok(owner.get("/attachments"))).attachments).toEqual([]);

  await unsent.getByRole("button", { name: "Discard" }).press("Enter");
  await visit.go(`#topics/channel/${id}-general`);
  await page.getByRole("combobox", { name: "Topic" }).fill("lunch");
  await record();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "lunch", level: 1 }).waitFor();
});

test("a recording that ends without any sound is not kept, whether it is sent or stopped", async ({ owner, open }) => {
  const visit = await open(owner, await general(owner));
  const { page } = visit;
  await listenTo(page, "tone");
  await page.evaluate(() => {
    const { addEventListener: listen } = MediaRecorder.prototype;
    MediaRecorder.prototype.addEventListener = function (this: MediaRecorder, type: string, heard: EventListener) {
      const empty = () => heard(Object.assign(new Event(type), { data: new Blob([]) }));
      Reflect.apply(listen, this, [type, type === "dataavailable" ? empty : heard]);
    } as typeof listen;
  });
  const line = page.getByRole("group", { name: "Voice message", exact: true });
  const locks = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.flatMap(({ name = "" }) => (name.startsWith("parley.voice.") ? [name] : []));
    });
  for (const button of ["Send", "Stop"]) {
    await page.getByRole("textbox", { name: /^Message/ }).focus();
    await page.keyboard.press("Control+Shift+M");
    await line.getByRole("button", { name: button }).click();
    await line.waitFor({ state: "detached" });
    await expect.poll(locks).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("parley.voice.unsent"))).toBeNull();
  }
});

test("a held button records on a phone: lifting the finger sends, and sliding away cancels", async ({
  owner,
  open,
}) => {
  const { page } = await open(owner, { ...(await general(owner)), size: "phone", touch: true });
  await listenTo(page, "tone");
  const button = page.getByRole("button", { name: "Voice message", exact: true });
  const heard = (seconds: number) =>
    page
      .locator(".voice-hold")
      .filter({ hasText: lasts(seconds) })
      .waitFor();
  const finger = await Finger.on(page);
  await button.waitFor();
  await finger.rest(button);
  await heard(1);
  await finger.slide(button, { x: -120, y: 0 });
  await page.getByText("Release to cancel").waitFor();
  await finger.lift();
  await page.locator(".voice-hold").waitFor({ state: "detached" });
  await finger.rest(button);
  await heard(1);
  await finger.lift();
  await page
    .locator(".message")
    .getByRole("group", { name: /^Voice message/ })
    .waitFor();
  expect((await owner.ok(owner.get("/attachments"))).attachments).toHaveLength(1);
});

test("a recording follows its topic, and is sent once even if its page closes during the handover", async ({
  owner,
  open,
}) => {
  const { id, at } = await general(owner);
  const visit = await open(owner, { at });
  const { page } = visit;
  const line = page.getByRole("group", { name: "Voice message", exact: true });
  const shown = page.locator(".message").getByRole("group", { name: /^Voice message/ });
  const unsent = page.locator(".composer").getByRole("group", { name: /^Voice message/ });
  const record = async () => {
    await listenTo(page, "tone");
    await page.getByRole("textbox", { name: /^Message/ }).focus();
    await page.keyboard.press("Control+Shift+M");
    await line
      .getByRole("timer")
      .filter({ hasText: lasts(2) })
      .waitFor();
  };
  const rename = async (from: string, to: string) => {
    const { topics } = await owner.ok(owner.get(`/users/me/${id}/topics`));
    const { max_id } = topics.find(({ name }: { name: string }) => name === from);
    await owner.ok(owner.patch(`/messages/${max_id}`, { topic: to, propagate_mode: "change_all" }));
    await page.locator(".composer-where").getByText(to).waitFor();
  };
  const sent = async () => {
    const narrow = [{ operator: "has", operand: "attachment" }];
    const { messages } = await owner.ok(
      owner.get("/messages", { anchor: "newest", num_before: 9, num_after: 0, narrow }),
    );
    return messages.map(({ subject }: { subject: string }) => subject);
  };
  const isForgotten = () => page.waitForFunction(() => localStorage.getItem("parley.voice.unsent") === null);
  /** Makes the page's database lose future changes to a store. */
  const lose = (store: string, act: "delete" | "put") =>
    page.evaluate(
      ([name, method]) => {
        const real = IDBObjectStore.prototype[method] as (...given: unknown[]) => unknown;
        Reflect.set(IDBObjectStore.prototype, method, function (this: IDBObjectStore, ...given: unknown[]) {
          if (this.name === name) throw new DOMException("full", "QuotaExceededError");
          return real.apply(this, given);
        });
      },
      [store, act] as const,
    );
  const keepMark = () => page.evaluate(() => localStorage.setItem("parley.voice.unsent", "1"));

  await record();
  await rename("lunch", "tea");
  await page.reload();
  await unsent.getByLabel("Your recording").waitFor();
  await rename("tea", "supper");
  await unsent.getByLabel("Your recording").waitFor();
  await unsent.getByRole("button", { name: "Send" }).press("Enter");
  await shown.first().waitFor();
  expect(await sent()).toEqual(["supper"]);

  await record();
  await lose("recordings", "delete");
  await line.getByRole("button", { name: "Send" }).press("Enter");
  await shown.nth(1).waitFor();
  await unsent.waitFor({ state: "detached" });
  await keepMark();
  await page.reload();
  await isForgotten();
  expect(await sent()).toEqual(["supper", "supper"]);

  await record();
  await lose("recordings", "delete");
  await lose("outbox", "put");
  visit.expects(/ERR_FAILED/);
  await page.route(/\/json\/messages$/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  const tried = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/json/messages"),
  );
  await line.getByRole("button", { name: "Send" }).press("Enter");
  await tried;
  await keepMark();
  await page.unroute(/\/json\/messages$/);
  await page.reload();
  await isForgotten();
  await expect.poll(sent).toEqual(["supper", "supper", "supper"]);
});

test("a user transcribes their own voice message, checks the text and adds it", async ({ owner, open }) => {
  await owner.ok(owner.patch("/realm", { transcribe_voice_messages: true }));
  const form = new FormData();
  form.set("file", new File([new Uint8Array(900)], "Voice message 0m02s.m4a", { type: "audio/mp4" }));
  const { url } = await owner.ok(owner.send("POST", "/user_uploads", form));
  const { id, at } = await general(owner);
  const content = `[Voice message (0:02)](${url})`;
  await say(owner, id, "lunch", content);
  const visit = await open(undefined, { at: "/login/" });
  visit.expects(/503/);
  const { page } = visit;
  // No server on this machine has Workers AI, so its settings and responses are faked.
  await page.addInitScript(() => {
    const { text } = Response.prototype;
    Response.prototype.text = async function (this: Response) {
      const said = await text.call(this);
      return said.replace('"server_can_transcribe_voice":false', '"server_can_transcribe_voice":true');
    };
  });
  const msg = "The voice message can't be transcribed right now. Try again.";
  const answers = [
    { status: 503, json: { result: "error", code: "REQUEST_TIMEOUT", msg } },
    { json: { result: "success", msg: "", transcript: "" } },
    { json: { result: "success", msg: "", transcript: "Tea at four" } },
    { json: { result: "success", msg: "", transcript: " o'clock" } },
  ];
  const heard = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route("**/transcript", async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    if (answers.length === 1) await heard.promise;
    await route.fulfill(answers.shift() ?? {});
  });
  await visit.logInAlso(owner);
  const go = (place: string) => page.goto(`http://${owner.host}/${place}`);
  await go(at);
  const shown = page.locator(".message").getByRole("group", { name: /^Voice message/ });
  await shown.hover();
  await page.getByRole("button", { name: "Add transcript" }).click();
  const editor = page.getByRole("group", { name: "Edit message" });
  const transcribe = editor.getByRole("button", { name: "Transcribe" });
  await editor.getByText("Cloudflare's Workers AI will listen to this voice message.").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await transcribe.press("Enter");
  await editor.getByRole("status").filter({ hasText: msg }).waitFor();
  await transcribe.press("Enter");
  await editor.getByText("Workers AI heard no words.").waitFor();
  await transcribe.press("Enter");
  await editor.getByText("Written by Workers AI. Check the text before you save.").waitFor();
  const text = editor.getByRole("textbox", { name: /^Edit/ });
  expect(await text.inputValue()).toBe(`${content}\n\nTea at four`);
  // It is inserted even if the place is left meanwhile.
  await transcribe.press("Enter");
  await expect.poll(() => asked.length).toBe(4);
  await go("#inbox");
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  const answered = page.waitForResponse("**/transcript");
  heard.resolve();
  await (await answered).finished();
  await go(at);
  await expect.poll(() => text.inputValue()).toBe(`${content}\n\nTea at four o'clock`);
  expect(asked).toEqual(Array.from({ length: 4 }, () => `/json${url}/transcript`));
  await text.press("End");
  await text.pressSequentially(", or five");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Tea at four o'clock, or five").waitFor();
});
