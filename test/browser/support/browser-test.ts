import { type Browser, chromium } from "playwright-core";
import { test as base, expect, inject } from "vitest";
import { launchOn, makeData, removeData, type Server } from "../../process/support/launch.ts";
import { foundOrganization, type Person } from "../../process/support/person.ts";
import { fillHarbour, type Harbour } from "./believable/harbour.ts";
import { type Look, Visit } from "./visit.ts";

export interface BrowserTest {
  /**
   * Shared by all files, because each test has its own organizations. Files that start a server with other options have
   * their own server.
   */
  server: Server;
  /** Shared by all files. Each `Visit` is isolated. */
  browser: Browser;
  /** An organization with things of every kind. The tests of a file share it, because filling it takes a while. */
  harbour: Harbour;
  /** The owner of a new organization for this test only, with its default channels. */
  owner: Person;
  /**
   * Opens the client as a user, in an isolated browser context. At the end, the test fails if a page logged an error it
   * doesn't expect (`Visit.expects`).
   */
  open(person: Person | undefined, look?: Look): Promise<Visit>;
}

const started = inject("browser");
let organizations = 0;
let harbours = 0;
const ONLY_THIS_MACHINE =
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1";

/** Makes pages in calls connect through local addresses, because the mDNS names of these can't be resolved here. */
const PLAIN_ADDRESSES = "--disable-features=WebRtcHideLocalIpsWithMdns";

/** Provides fake cameras, microphones and screens, and permits their use, for pages that don't fake them themselves. */
const MADE_UP_DEVICES = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--auto-select-desktop-capture-source=Entire screen",
];

const fixtures = base.extend<BrowserTest & { commonServer: Server }>({
  commonServer: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from this pattern what a fixture needs
    async ({}, use) => {
      const data = makeData();
      const hosts = ["--allow-private-hosts", "localhost"];
      const args = ["--quiet", "--rate-limits", "off", "--test-hooks", "--hosted-bots", ...hosts];
      await use(await launchOn({ data, args }).running());
      await removeData(data);
    },
    { scope: "worker" },
  ],
  server: [({ commonServer }, use) => use(commonServer), { scope: "file" }],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from this pattern what a fixture needs
    async ({}, use) => {
      if (started === null) throw new Error("a test without a browser runs");
      const browser = await chromium.launch({
        ...started,
        args: [...started.args, ONLY_THIS_MACHINE, PLAIN_ADDRESSES, ...MADE_UP_DEVICES],
      });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  harbour: [
    async ({ server }, use) => {
      harbours += 1;
      await use(await fillHarbour(await foundOrganization(server, `harbour${harbours}`)));
    },
    { scope: "file" },
  ],
  owner: async ({ server }, use) => {
    organizations += 1;
    await use(await foundOrganization(server, `org${organizations}`));
  },
  open: async ({ browser, server }, use) => {
    const visits: Visit[] = [];
    await use(async (person, look) => {
      const visit = await Visit.begin(browser, server, person, look);
      visits.push(visit);
      return visit;
    });
    const problems = visits.flatMap((visit) => visit.problems);
    for (const visit of visits) await visit.end();
    // If this threw an error, the other fixtures would never be torn down.
    expect.soft(problems, "what the pages told of errors").toEqual([]);
  },
});

/** A test of the web client in a real browser. Skipped on a machine without one. */
export const test = fixtures.skipIf(started === null);

/** Like `test`, but with a server that `start` starts. */
export const testOn = (start: (use: (server: Server) => Promise<void>) => Promise<void>) =>
  fixtures
    .extend<Pick<BrowserTest, "server">>({
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from this pattern what a fixture needs
      server: [({}, use) => start(use), { scope: "file" }],
    })
    .skipIf(started === null);
