import type { Page } from "playwright-core";

const DAY =
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b(?:, \w+ \d+(?:, \d{4})?)?|\b(?:Yesterday|Today|Tomorrow)\b|\b(?:yesterday|today|tomorrow)\b(?=, )/g;
const DATE =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:, \d{4})?/g;

/** Removes what changes over time from the text of a page. */
export const timeless = (text: string): string =>
  text
    .replace(/\d{1,2}:\d\d(?::\d\d)?\s?[AP]M/g, "TIME")
    .replace(DAY, "DAY")
    .replace(DATE, "DATE")
    .replace(/\bjust now\b|\b\d+ minutes? ago\b/g, "AGO")
    // Users who were active at the start of the test may no longer be active at its end.
    .replace(/^ *- text: (?:active|idle)\n/gm, "")
    .replace(/ (?:active|idle)(?=[ "\n]|$)/g, "")
    // Fonts, too, determine whether all new messages are visible.
    .replace(/^ *- button "\d+ new messages?"\n/gm, "")
    // The list of time zones depends on the browser.
    .replace(/(combobox "Time zone":\n)(?: +- option .*\n)+/, "$1")
    .replace(/\/url: .*/g, "/url: ADDRESS")
    // The commit of the program.
    .replace(/ \([0-9a-f]{10}\)/g, "")
    .replace(/(?<!level=|\d)\d+/g, "N")
    // After hibernation, an organization doesn't know the size of its database until the next change.
    .replace(/^ *- term: Archive database .*\n.*\n/gm, "")
    // A database can grow from one unit into the next.
    .replace(/\bN(?:\.N)? [kM]B\b/g, "SIZE");

/** Shortens a feed: the number of drawn messages depends on the window, and so on fonts. */
function fewMessages(text: string): string {
  const parts = text.split(/\n(?= {4}- article )/);
  if (parts.length < 20) return text;
  const line = parts.findIndex((part) => part.includes('- separator "New messages"'));
  const from = line < 0 ? parts.length - 2 : line - 1;
  const end =
    parts
      .at(-1)
      ?.split(/\n(?= {2}- )/)
      .slice(1) ?? [];
  return [parts[0], ...parts.slice(from, from + 2), ...end].join("\n");
}

/** Returns the accessibility tree of the page, or of its open dialog. */
export async function readOut(page: Page): Promise<string> {
  const dialog = page.locator("dialog:modal");
  const found = (await dialog.count()) > 0 ? dialog.first() : page.locator("body");
  return fewMessages(timeless(await found.ariaSnapshot()));
}
