import { expect, test } from "vitest";
import { LiveConnection } from "../../../src/web/client/connection.ts";
import type { Page, PageChange } from "../../../src/web/wire/page.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

function newConnection() {
  const clock = new VirtualClock();
  const heard: { changes: readonly PageChange[]; run: (change: PageChange) => void }[] = [];
  const page: Page & { isOnline: boolean } = {
    isOnline: true,
    visible: () => true,
    online: () => page.isOnline,
    on(changes, run) {
      heard.push({ changes, run });
      return () => {};
    },
  };
  const tell = (change: PageChange) => {
    for (const { changes, run } of heard) if (changes.includes(change)) run(change);
  };
  const connection = new LiveConnection(clock, page);
  return { clock, page, tell, connection, now: () => connection.signal.value };
}

test("Connection ignores a short failure, and reports a longer one since the last answer", async () => {
  const { clock, connection, now } = newConnection();
  expect(now()).toEqual({ kind: "starting" });
  connection.onLink("live");
  const last = clock.now();
  await clock.pass(1_000);
  connection.onAnswer(false);
  await clock.pass(1_500);
  expect(now()).toEqual({ kind: "live" });
  connection.onLink("failing");
  await clock.pass(1_000);
  expect(now()).toEqual({ kind: "offline", since: last, reason: "no-answer" });
  connection.onAnswer(false);
  expect(now()).toEqual({ kind: "offline", since: last, reason: "no-answer" });
  connection.onAnswer(true);
  expect(now()).toEqual({ kind: "live" });
  connection.onAnswer(false);
  await clock.pass(1_000);
  connection.onAnswer(true);
  await clock.pass(10_000);
  expect(now()).toEqual({ kind: "live" });
});

test("Connection is offline at once without a network", () => {
  const { connection, tell, now } = newConnection();
  connection.onLink("live");
  tell("offline");
  expect(now()).toMatchObject({ kind: "offline", reason: "no-network" });
});

test("Connection distinguishes an unresponsive server from a missing network for as long as each lasts", async () => {
  const { clock, page, connection, tell, now } = newConnection();
  connection.onLink("live");
  const last = clock.now();
  connection.onAnswer(false);
  await clock.pass(2_500);
  expect(now()).toEqual({ kind: "offline", since: last, reason: "no-answer" });
  page.isOnline = false;
  tell("offline");
  expect(now()).toEqual({ kind: "offline", since: last, reason: "no-network" });
  connection.onLink("failing");
  await clock.pass(10_000);
  expect(now()).toMatchObject({ reason: "no-network" });
  // The first request after that may have started before.
  page.isOnline = true;
  connection.onAnswer(false);
  await clock.pass(1_500);
  expect(now()).toMatchObject({ reason: "no-network" });
  await clock.pass(1_000);
  expect(now()).toEqual({ kind: "offline", since: last, reason: "no-answer" });
  connection.onAnswer(true);
  expect(now()).toEqual({ kind: "live" });
});

test("Connection stays logged out until a new login", async () => {
  const { clock, connection, tell, now } = newConnection();
  connection.onLink("live");
  connection.loggedOut();
  connection.onAnswer(true);
  connection.onLink("failing");
  tell("offline");
  await clock.pass(10_000);
  expect(now()).toEqual({ kind: "logged-out" });
  tell("logged-in");
  expect(now()).toEqual({ kind: "live" });
});

test("Connection reports nothing once the page is being left because the session was ended", () => {
  const { connection, tell, now } = newConnection();
  connection.onLink("live");
  tell("logged-out");
  connection.loggedOut();
  connection.onLink("logged-out");
  tell("offline");
  expect(now()).toEqual({ kind: "live" });
});

test("Connection reports a disallowed network at once, until the link is live or the server is unreachable", async () => {
  const { clock, connection, tell, now } = newConnection();
  connection.onLink("barred");
  expect(now()).toMatchObject({ kind: "offline", reason: "barred" });
  // Some endpoints answer from any network.
  connection.onAnswer(true);
  expect(now()).toMatchObject({ reason: "barred" });
  connection.onLink("live");
  expect(now()).toEqual({ kind: "live" });
  connection.onLink("barred");
  connection.onLink("failing");
  await clock.pass(1_500);
  expect(now()).toMatchObject({ reason: "barred" });
  await clock.pass(1_000);
  expect(now()).toMatchObject({ kind: "offline", reason: "no-answer" });
  connection.onLink("barred");
  tell("offline");
  expect(now()).toMatchObject({ kind: "offline", reason: "no-network" });
});
