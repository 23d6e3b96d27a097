/** @module-tag nightly */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./support/browser-test.ts";
import { join, toolbar, visitsOf } from "./support/in-call.ts";

declare global {
  interface Window {
    /** Tracks of devices that open late, and a function that opens the pending ones. */
    late: { readonly tracks: MediaStreamTrack[]; open(): void };
  }
}

/** Makes devices open only on request, and keeps their tracks. Runs in the page. */
function openLate(): void {
  const own = navigator.mediaDevices.getUserMedia;
  let waiting = Promise.withResolvers<void>();
  window.late = {
    tracks: [],
    open() {
      waiting.resolve();
      waiting = Promise.withResolvers();
    },
  };
  navigator.mediaDevices.getUserMedia = async (wishes) => {
    await waiting.promise;
    const stream: MediaStream = await Reflect.apply(own, navigator.mediaDevices, [wishes]);
    window.late.tracks.push(...stream.getTracks());
    return stream;
  };
}

test("a microphone that opens late follows the latest state: muted, released, or muted by a moderator", async ({
  owner,
  open,
}) => {
  const people = [owner, await owner.invite("Ben")];
  const channel = await owner.channel("late", people);
  const visits = await visitsOf(open, people, `#narrow/channel/${channel}-late/topic/talk`);
  const [first, second] = visits.map(({ page }) => page) as [Page, Page];
  await first.evaluate(openLate);
  const tracks = () => first.evaluate(() => window.late.tracks.map(({ enabled, readyState }) => [enabled, readyState]));
  const button = (page: Page, name: string) => toolbar(page).getByRole("button", { name, exact: true });

  // The microphone opens while the call is starting: the call gets it, and releases it at its end.
  const held = Promise.withResolvers<void>();
  await first.route(/\/json\/calls$/, async (route) => {
    await first.evaluate(() => window.late.open());
    await expect.poll(tracks).toHaveLength(1);
    held.resolve();
    await route.continue();
  });
  await join(first, "Join muted");
  await held.promise;
  await button(first, "Leave call").click();
  await expect.poll(tracks).toEqual([[false, "ended"]]);

  // One opens after the preview was closed, another after the push-to-talk key was released.
  await join(first, "Join muted");
  await first.evaluate(() => window.late.open());
  await expect.poll(tracks).toEqual([expect.anything(), [true, "ended"]]);
  await button(first, "Open call view").click();
  await first.keyboard.down("Space");
  await first.keyboard.up("Space");
  await first.evaluate(() => window.late.open());
  await expect.poll(tracks).toEqual([expect.anything(), expect.anything(), [false, "live"]]);
  await button(first, "Unmute").waitFor();

  // A moderator mutes a member who is disconnected: the mute applies on their return.
  await join(second);
  await button(second, "People in the call: 2").waitFor();
  await second.evaluate(() => {
    window.calls.hang(true);
    window.dispatchEvent(new Event("online"));
  });
  await second.getByText("Reconnecting…").waitFor();
  await toolbar(first)
    .getByRole("button", { name: /^People in the call/ })
    .click();
  const list = first.getByRole("dialog", { name: "People in the call" });
  await list.getByRole("button", { name: "Actions for Ben Example" }).click();
  await first.getByRole("menuitem", { name: "Mute" }).click();
  await list.getByRole("img", { name: "muted by Owner" }).waitFor();
  await second.evaluate(() => window.calls.hang(false));
  await second.getByText("Owner muted you").waitFor();
  await button(second, "Unmute").waitFor();
  await list.getByRole("img", { name: "muted by Owner" }).waitFor();

  // The call ends while the member is disconnected, and they learn of it without its room.
  await second.evaluate(() => {
    window.calls.hang(true);
    window.dispatchEvent(new Event("online"));
  });
  await second.getByText("Reconnecting…").waitFor();
  const { calls } = await owner.ok(owner.get("/calls", { type: "channel", to: channel, topic: "talk" }));
  await owner.ok(owner.post(`/calls/${calls[0].call_id}/end`));
  await second.getByText("The call has ended.").waitFor();
  await toolbar(second).waitFor({ state: "detached" });
});
