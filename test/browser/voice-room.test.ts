import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { testOn } from "./support/browser-test.ts";
import { heardBy, toneOf, toolbar, visitsOf } from "./support/in-call.ts";
import type { Visit } from "./support/visit.ts";

const settings = { data: makeData(), args: ["--quiet", "--rate-limits", "off", "--test-hooks"] };
const test = testOn(async (use) => {
  await use(await launchOn(settings).running());
  await removeData(settings.data);
});

declare global {
  interface Window {
    /** The texts of the bars that the page has shown. */
    barTexts: string[];
  }
}

/** Records the texts of all bars that the page shows from now on. Runs in the page. */
function recordBars(): void {
  window.barTexts = [];
  new MutationObserver(() => {
    for (const bar of document.querySelectorAll(".call-bar")) window.barTexts.push(bar.textContent ?? "");
  }).observe(document.body, { childList: true, subtree: true });
}

/** Makes the browser refuse its microphone. Runs in the page. */
function refuseMicrophone(): void {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
}

test("a channel's administrator opens a voice room, and members join it muted with one press and see who is in it", async ({
  owner,
  open,
}) => {
  const [ada, ben] = [await owner.invite("Ada"), await owner.invite("Ben")];
  const channel = await owner.channel("workshop", [owner, ada, ben], { invite_only: true });
  const visits = await visitsOf(open, [owner, ada, ben], `#narrow/channel/${channel}-workshop`);
  const [first, second, third] = visits.map(({ page }) => page) as [Visit["page"], Visit["page"], Visit["page"]];
  const nav = (page: Visit["page"]) => page.getByRole("navigation", { name: "Navigation" });
  const room = (page: Visit["page"]) => nav(page).getByRole("button", { name: /^Voice room/ });

  await first.locator("main").getByRole("button", { name: "More", exact: true }).first().click();
  await first.getByRole("menuitem", { name: "Open voice room" }).click();
  let entered = 0;
  second.on("request", (request) => {
    if (request.url().endsWith("/voice_room/enter")) entered += 1;
  });
  await room(second).dblclick();
  await toolbar(second).getByRole("button", { name: "Unmute" }).waitFor();
  expect(entered).toBe(1);

  // Without a microphone, the key for talking says why.
  await second.evaluate(refuseMicrophone);
  await toolbar(second).getByRole("button", { name: "Open call view" }).click();
  await second.keyboard.press("Space");
  await second.getByText("Your browser doesn't allow this page to use the microphone.").waitFor();
  // The key is the same on keyboards without Latin letters.
  await second.getByRole("button", { name: "Close", exact: true }).click();
  await second.locator(".call-stage").dispatchEvent("keydown", { key: "ь", code: "KeyM", bubbles: true });
  await second.getByText("Your browser doesn't allow this page to use the microphone.").waitFor();
  await toolbar(second).getByRole("button", { name: "Close call view" }).click();

  await nav(third).getByRole("button", { name: "Voice room · Ada Example" }).click();
  await toolbar(third).getByRole("button", { name: "Unmute" }).click();
  await heardBy(second).toEqual([toneOf(2)]);
  await nav(first)
    .getByRole("button", { name: /Ada Example and Ben Example/ })
    .waitFor();
  expect(await visits[0]?.accessProblems()).toEqual([]);

  for (const page of [second, third]) {
    await page.evaluate(recordBars);
    await toolbar(page).getByRole("button", { name: "Leave call" }).click();
    await toolbar(page).waitFor({ state: "detached" });
  }
  await nav(first).getByRole("button", { name: "Voice room", exact: true }).waitFor();
  await nav(second).getByRole("button", { name: "Voice room", exact: true }).waitFor();
  // A second click on "Leave call" would press what has taken its place.
  for (const page of [second, third])
    expect((await page.evaluate(() => window.barTexts)).filter((text) => /another tab or device/.test(text))).toEqual(
      [],
    );
});
