/** @module-tag nightly */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { Coturn, hasCoturn } from "../process/support/coturn.ts";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { testOn } from "./support/browser-test.ts";
import { heardBy, join, others, visitsOf } from "./support/in-call.ts";

let coturn: Coturn;
const test = testOn(async (use) => {
  coturn = await Coturn.start();
  const data = makeData();
  const env = { CALLS_TURN_URLS: coturn.url, CALLS_TURN_SECRET: coturn.secret };
  const args = ["--quiet", "--rate-limits", "off", "--test-hooks"];
  await use(await launchOn({ data, args, env }).running());
  await removeData(data);
  await coturn.stop();
});

/** The candidate types at both ends of a page's media connections. */
const ways = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const connection of window.calls.connections) {
      const stats = await connection.getStats();
      for (const pair of stats.values())
        if (pair.type === "candidate-pair" && pair.nominated)
          found.push(
            `${stats.get(pair.localCandidateId)?.candidateType} ${stats.get(pair.remoteCandidateId)?.candidateType}`,
          );
    }
    return found;
  });

/** The number of addresses a TURN server gives a page. */
const addresses = (page: Page, server: RTCIceServer) =>
  page.evaluate(async (given) => {
    const connection = new RTCPeerConnection({ iceServers: [given], iceTransportPolicy: "relay" });
    connection.createDataChannel("");
    const found: RTCIceCandidate[] = [];
    const done = new Promise<void>((resolve) => {
      connection.onicecandidate = ({ candidate }) => (candidate === null ? resolve() : void found.push(candidate));
    });
    await connection.setLocalDescription();
    await done;
    connection.close();
    return found.filter(({ candidate }) => candidate !== "").length;
  }, server);

const WALK =
  "people whose browsers reach nothing but a TURN server hear each other, and go on with the names that follow";

(hasCoturn ? test : test.skip)(hasCoturn ? WALK : `${WALK} (coturn is not installed)`, async ({ owner, open }) => {
  const people = [owner, await owner.invite("Ben")];
  const channel = await owner.channel("voices", people, { invite_only: true });
  for (const person of people) await person.ok(person.patch("/settings", { hide_address_in_calls: true }));
  const visits = await visitsOf(open, people, `#narrow/channel/${channel}-voices/topic/talk`);
  const pages = visits.map(({ page }) => page) as [Page, Page];
  const openedBefore = people.map(({ id }) => coturn.opened(`:${id}`));
  for (const page of pages) await join(page);
  for (const [index, page] of pages.entries()) await heardBy(page).toEqual(others(2, index));
  for (const page of pages) expect(await ways(page)).toEqual(["relay relay"]);
  expect(people.map(({ id }, index) => coturn.opened(`:${id}`) - (openedBefore[index] ?? 0))).toEqual([1, 1]);

  // Expired credentials give no address.
  expect(await addresses(pages[0], coturn.named("late", -1))).toBe(0);
  expect(await addresses(pages[0], coturn.named("early", 60))).toBe(1);

  // New credentials arrive in time for the next connection.
  for (const page of pages)
    await page.evaluate(
      (server) => window.calls.take({ type: "ice", ice_servers: [server] }),
      coturn.named("next", 600),
    );
  for (const page of pages) await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect.poll(() => coturn.opened(":next")).toBeGreaterThanOrEqual(2);
  for (const [index, page] of pages.entries()) await heardBy(page).toEqual(others(2, index));

  // A removed member's connections are closed.
  await owner.ok(owner.delete("/users/me/subscriptions", { subscriptions: ["voices"], principals: [people[1]?.id] }));
  for (const page of pages) await heardBy(page).toEqual([]);
  await expect.poll(() => coturn.open).toBe(0);
});
