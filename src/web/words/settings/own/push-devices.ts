import { catalog } from "../../catalog.ts";

export const pushDevicesWords = catalog("pushDevices", {
  rows: {
    here: "This browser",
    all: "Browsers with push notifications",
  },
  intro:
    "Messages for you also arrive while this page is closed. They are encrypted: the services that carry them cannot read them.",
  on: "Tell me in this browser, even while the page is closed",
  onHint: "Of direct messages, mentions, and what else you want to hear of.",
  impossible: "This browser cannot be told anything while the page is closed.",
  installFirst: "On an iPhone or iPad, put this page on the home screen first, and open it from there.",
  notHere: "This server sends nothing to browsers.",
  blocked: "The browser blocks notifications of this page. Its settings can change that.",
  refused: "The browser has refused. It may be set to allow no notifications, or to reach no push service.",
  test: "Send a test",
  tested: "A test is on its way",
  gone: "That browser cannot be reached any more, and was removed",
  remove: "Remove",
  removed: (name: string) => `${name} is told nothing any more`,
  thisBrowser: "This browser",
  since: "Since",
  none: "No browser is told yet.",
});
