import type { Worker } from "playwright-core";
import { expect } from "vitest";
import { test } from "./support/browser-test.ts";
import type { Visit } from "./support/visit.ts";

/** The content of a push from the server. */
interface Pushed {
  readonly type: "message" | "call" | "remove" | "test";
  readonly message_id?: number;
  readonly content?: string;
  readonly message_ids?: readonly number[];
}

/** Globals of the service worker. */
interface Scope {
  clients: { matchAll(): Promise<unknown[]> };
  readonly registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): void;
}

async function workerOf({ context, page }: Visit): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  return worker;
}

/**
 * Delivers a push to the service worker, and waits until it is handled. Real pushes need the browser vendor's push
 * service, which tests don't reach.
 */
const deliver = (worker: Worker, push: Pushed): Promise<void> =>
  worker.evaluate(
    async (content) => {
      const work: Promise<unknown>[] = [];
      const waitUntil = (one: Promise<unknown>) => void work.push(one);
      const data = { json: () => JSON.parse(content) };
      (globalThis as unknown as Scope).dispatchEvent(Object.assign(new Event("push"), { data, waitUntil }));
      await Promise.all(work);
    },
    JSON.stringify({ title: "#general › lunch", tag: "1:lunch", url: "/#narrow/channel/1", ...push }),
  );

/** Makes notifications work in a service worker: a headless browser can't show them. */
const letShow = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const { registration } = globalThis as unknown as Scope;
    const all = new Map<string, Notification>();
    // Setting a badge crashes the worker there.
    for (const name of ["setAppBadge", "clearAppBadge"]) Object.defineProperty(navigator, name, { value: undefined });
    registration.showNotification = async (title, options) => {
      const tag = options?.tag ?? "";
      all.set(tag, { title, ...options, close: () => all.delete(tag) } as unknown as Notification);
    };
    registration.getNotifications = async (wanted) =>
      [...all].flatMap(([tag, one]) => (wanted?.tag === undefined || wanted.tag === tag ? [one] : []));
  });

/** Hides the client's pages from the service worker. A page must stay open for the test to control the worker. */
const closeAll = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    (globalThis as unknown as Scope).clients.matchAll = async () => [];
  });

/** Clicks a notification that leads to the address. */
const click = (worker: Worker, address: string): Promise<void> =>
  worker.evaluate((url) => {
    const { dispatchEvent } = globalThis as unknown as Scope;
    const notification = { close: () => {}, data: { url, lines: [] } };
    // Only a user's click can bring a window to the front.
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => {});
    dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
  }, address);

/** Returns the text of the notifications shown by the service worker. */
const shown = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope;
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

test("pushes are shown per conversation while the client is closed, until they are read", async ({ owner, open }) => {
  const visit = await open(owner, { worker: true });
  const worker = await workerOf(visit);
  await letShow(worker);
  await closeAll(worker);
  await deliver(worker, { type: "message", message_id: 900_001, content: "Ada: soup" });
  // Repeats the first one, as if its response had been lost.
  await deliver(worker, { type: "message", message_id: 900_001, content: "Ada: soup" });
  await deliver(worker, { type: "message", message_id: 900_002, content: "Ada: bread" });
  expect(await shown(worker)).toEqual(["#general › lunch: Ada: soup\nAda: bread"]);
  await deliver(worker, { type: "remove", message_ids: [900_001] });
  expect(await shown(worker)).toHaveLength(1);
  await deliver(worker, { type: "remove", message_ids: [900_002] });
  expect(await shown(worker)).toEqual([]);
  // Of many messages, the last ones are shown.
  for (const dish of [1, 2, 3, 4, 5, 6])
    await deliver(worker, { type: "message", message_id: 900_010 + dish, content: `dish ${dish}` });
  expect(await shown(worker)).toEqual(["#general › lunch: dish 3\ndish 4\ndish 5\ndish 6"]);
  await deliver(worker, { type: "remove", message_ids: [900_016] });
  // A ringing call replaces the conversation's notification, and is missed or answered in place.
  await deliver(worker, { type: "message", message_id: 900_004, content: "Ada: soup" });
  await deliver(worker, { type: "call", message_id: 900_005, content: "Incoming call" });
  expect(await shown(worker)).toEqual(["#general › lunch: Incoming call"]);
  await deliver(worker, { type: "message", message_id: 900_005, content: "Missed call" });
  expect(await shown(worker)).toEqual(["#general › lunch: Ada: soup\nMissed call"]);
  await deliver(worker, { type: "call", message_id: 900_006, content: "Incoming call" });
  await deliver(worker, { type: "remove", message_ids: [900_006] });
  expect(await shown(worker)).toEqual([]);
  // On a device that knows several organizations, a notification names its organization.
  await visit.page.evaluate(async () => {
    await (await caches.open("organization")).put("/organization-name", new Response("Acme"));
  });
  await deliver(worker, { type: "message", message_id: 900_003, content: "Ada: tea" });
  expect(await shown(worker)).toEqual(["#general › lunch – Acme: Ada: tea"]);
});

test("a visible client suppresses push notifications, and opens the view of a clicked one", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const worker = await workerOf(visit);
  await letShow(worker);
  await deliver(worker, { type: "message", message_id: 900_001, content: "Ada: soup" });
  expect(await shown(worker)).toEqual([]);
  await click(worker, "/#recent");
  await visit.page.waitForURL(/#recent$/);
});

test("a clicked notification is opened by a page that is still loading the client's files", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const { page } = visit;
  const worker = await workerOf(visit);
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => {});
  });
  await page.reload();
  await expect
    .poll(async () => {
      await click(worker, "/#recent");
      return page.url();
    })
    .toMatch(/#recent$/);
});

declare global {
  interface Window {
    /** The number of sounds that the page has begun. */
    sounds: number;
  }
}

/** Counts the tones that a page plays. Runs in the page. */
function countSounds(): void {
  window.sounds = 0;
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function (this: AudioContext) {
    window.sounds += 1;
    return Reflect.apply(createOscillator, this, []);
  };
}

test("a device set to do not disturb shows pushes silently, and doesn't ring", async ({ owner, open }) => {
  const ada = await owner.invite("Ada");
  const visit = await open(owner, { at: "#settings/notifications", worker: true });
  const { page } = visit;
  const worker = await workerOf(visit);
  await letShow(worker);
  await closeAll(worker);
  const isSilent = () =>
    expect.poll(async () => {
      await deliver(worker, { type: "message", message_id: 900_001, content: "Ada: soup" });
      return await worker.evaluate(async () => {
        const { registration } = globalThis as unknown as Scope;
        return (await registration.getNotifications()).map(({ silent }) => silent);
      });
    });
  const ring = async (isHeard = async () => {}) => {
    const { call_id } = await ada.ok(ada.post("/calls", { type: "direct", to: [owner.id], ring: true }));
    const card = page.getByRole("alertdialog", { name: "Ada Example is calling" });
    await card.waitFor();
    await isHeard();
    await card.getByRole("button", { name: "Decline" }).click();
    await card.waitFor({ state: "detached" });
    await ada.ok(ada.post(`/calls/${call_id}/end`));
  };
  await page.evaluate(countSounds);
  const sounds = () => page.evaluate(() => window.sounds);
  const quiet = page.getByRole("combobox", { name: "Do not disturb" });
  await quiet.selectOption("always");
  await isSilent().toEqual([true]);
  await ring();
  expect(await sounds()).toBe(0);
  await quiet.selectOption("off");
  await isSilent().toEqual([false]);
  // A tone for which the browser's audio starts too late is skipped, and the next one is played.
  await ring(() => expect.poll(sounds).toBeGreaterThan(0));
});

test("push notifications are turned on and off for this browser in the settings", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const { page } = visit;
  await page.evaluate(subscribeWithoutNetwork);
  await page.evaluate(() => location.assign("#settings/push-devices"));
  const turn = page.getByRole("switch", { name: "Notify me in this browser, even when Parley is closed" });
  expect(await turn.isChecked()).toBe(false);
  await turn.click();
  const device = page.getByRole("main").getByRole("listitem").filter({ hasText: "This browser" });
  await device.waitFor();
  await expect.poll(() => turn.isChecked()).toBe(true);
  const { devices } = await owner.ok(owner.get("/users/me/web_push_devices"));
  expect(devices).toEqual([expect.objectContaining({ name: expect.any(String) })]);
  await device.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No browsers yet").waitFor();
  await expect.poll(() => turn.isChecked()).toBe(false);
});

test("a test push says which step failed, or that it arrived", { tags: "nightly" }, async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const { page } = visit;
  const worker = await workerOf(visit);
  await letShow(worker);
  await page.evaluate(subscribeWithoutNetwork);
  await page.evaluate(() => location.assign("#settings/push-devices"));
  await page.getByRole("switch", { name: "Notify me in this browser, even when Parley is closed" }).click();
  const test = page.getByRole("listitem").filter({ hasText: "This browser" }).getByRole("button", { name: /test/ });
  const sendTest = async () => {
    await page.locator(".entries[aria-busy=false]").waitFor();
    await test.click();
  };
  const said = (text: string) => page.getByRole("main").getByRole("status").filter({ hasText: text }).waitFor();
  const answers: { status: number; json: object }[] = [
    { status: 502, json: { result: "error", code: "FAILED_TO_CONNECT_BOUNCER", msg: "Network error." } },
    { status: 200, json: { result: "success", msg: "", removed: [] } },
  ];
  visit.expects(/502/);
  await page.route("**/web_push_devices/test", (route) => route.fulfill(answers.shift()));
  await sendTest();
  await said("The push service didn't accept the test: Network error.");
  await sendTest();
  await said("Waiting for it to arrive…");
  await deliver(worker, { type: "test", content: "It works" });
  await said("The test arrived.");
  expect(await shown(worker)).toHaveLength(1);
  expect(await visit.accessProblems()).toEqual([]);

  const spoil = (change: (manager: PushManager) => void) => page.evaluate(`(${change})(PushManager.prototype)`);
  await spoil((manager) => {
    const options = { applicationServerKey: new Uint8Array([1, 2]).buffer };
    manager.getSubscription = async () => ({ options }) as PushSubscription;
  });
  await sendTest();
  await said("the server's key has changed");
  await spoil((manager) => {
    manager.getSubscription = async () => null;
  });
  await sendTest();
  await said("isn't subscribed");
  await page.evaluate(() => {
    navigator.serviceWorker.getRegistration = async () => undefined;
  });
  await sendTest();
  await said("service worker isn't running");
  await page.evaluate(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await sendTest();
  await said("doesn't allow notifications");
});

test("a subscription that the push service has replaced is registered while the client is closed", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const worker = await workerOf(visit);
  await owner.ok(owner.get("/users/me/web_push_devices"));
  await worker.evaluate(async () => {
    const keys = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const newSubscription = { toJSON: () => ({ endpoint: "https://fcm.googleapis.com/fcm/send/two", keys }) };
    const work: Promise<unknown>[] = [];
    const waitUntil = (one: Promise<unknown>) => void work.push(one);
    const event = Object.assign(new Event("pushsubscriptionchange"), { newSubscription, waitUntil });
    (globalThis as unknown as Scope).dispatchEvent(event);
    await Promise.all(work);
  });
  const { devices } = await owner.ok(owner.get("/users/me/web_push_devices"));
  expect(devices).toHaveLength(1);
});

/** Lets a headless browser subscribe without its vendor's push service, which tests don't reach. */
function subscribeWithoutNetwork(): void {
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  let now: object | null = null;
  const subscription = {
    toJSON: () => ({ endpoint: "https://fcm.googleapis.com/fcm/send/one", keys }),
    unsubscribe: async () => {
      now = null;
      return true;
    },
  };
  Object.assign(PushManager.prototype, {
    subscribe: async () => {
      now = subscription;
      return subscription;
    },
    getSubscription: async () => now,
  });
}
