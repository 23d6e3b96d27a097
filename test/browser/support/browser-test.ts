import { type Browser, chromium } from "playwright-core";
import { test as base, expect, inject } from "vitest";
import { launchOn, makeData, removeData, type Server } from "../../process/support/launch.ts";
import { foundOrganization, type Person } from "../../process/support/person.ts";
import { fillHarbour, type Harbour } from "./believable/harbour.ts";
import { type Look, Visit } from "./visit.ts";

export interface BrowserTest {
  /** The same for all files, since each test has organizations of its own, but for those that start one in another way. */
  server: Server;
  /** Of all files: what runs in it is apart, a `Visit` each. */
  browser: Browser;
  /** An organization with everything in it, of this file: it takes a while to fill. */
  harbour: Harbour;
  /** The owner of an organization that was made for this test alone, with the channels that a new one has. */
  owner: Person;
  /**
   * Opens the client as somebody, in a browser of their own. When the test ends, it fails if any of its pages has
   * told of an error that the test does not expect (`Visit.expects`).
   */
  open(person: Person | undefined, look?: Look): Promise<Visit>;
}

const started = inject("browser");
let organizations = 0;
let harbours = 0;
const ONLY_THIS_MACHINE =
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1";

/** Pages in calls find each other by addresses of this machine: the names that a browser gives those are not resolved here. */
const PLAIN_ADDRESSES = "--disable-features=WebRtcHideLocalIpsWithMdns";

/** Cameras, microphones and screens that browsers make up, and permit, where a test gives a page none of its own. */
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
    // An error thrown here would keep vitest from making the other fixtures of a retry.
    expect.soft(problems, "what the pages told of errors").toEqual([]);
  },
});

/** A test of the web client in a real browser; skipped on a machine that has none. */
export const test = fixtures.skipIf(started === null);

/** The same, on a server that is started in another way. */
export const testOn = (start: (use: (server: Server) => Promise<void>) => Promise<void>) =>
  fixtures
    .extend<Pick<BrowserTest, "server">>({
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from this pattern what a fixture needs
      server: [({}, use) => start(use), { scope: "file" }],
    })
    .skipIf(started === null);
