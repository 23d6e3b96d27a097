// Updates the changelog for a release: the unreleased section becomes the version's.

const UNRELEASED = "## Unreleased\n";
const BEFORE = "### Before you update\n";
/** The audiences of changes, which are the headings of a version. */
const READERS = ["People", "Administrators", "Operators", "Developers"];

/**
 * Returns the changelog with the new version, or the reason why there can't be one.
 *
 * @param {string} text
 * @param {string} version
 * @param {string} date such as 2026-11-22
 * @returns {{ text: string, notes: string } | { refused: string }}
 */
export function released(text, version, date) {
  const start = text.indexOf(UNRELEASED);
  if (start < 0) return { refused: `docs/changelog.md has no section "${UNRELEASED.trim()}"` };
  const from = start + UNRELEASED.length;
  const next = text.indexOf("\n## ", from);
  const end = next < 0 ? text.length : next;
  const section = text.slice(from, end).trim();
  const { changes, before } = partsOf(section);
  if (before === "") {
    const how = `write what people have to do first, or "Nothing.", into the section "${UNRELEASED.trim()}"`;
    return { refused: `docs/changelog.md has no "${BEFORE.trim()}": ${how}` };
  }
  const strange = [...changes.matchAll(/^### (.*)$/gm)]
    .map(([, reader = ""]) => reader)
    .find((one) => !READERS.includes(one));
  if (strange !== undefined || !changes.startsWith("### ")) {
    const what = strange === undefined ? "changes without a heading" : `the heading "${strange}"`;
    return { refused: `docs/changelog.md has ${what}; changes are for ${READERS.join(", ")}` };
  }
  const notes = `${BEFORE}\n${before}\n\n${changes}\n`;
  const ofVersion = `${UNRELEASED}\n## ${version} (${date})\n\n${notes}`;
  // The table of stored data contains the version since which each entry exists.
  const after = text.slice(end).replaceAll("| unreleased |", `| ${version} |`);
  return { text: text.slice(0, start) + ofVersion + after, notes };
}

/** Splits a section into the steps before an update, and the rest. @param {string} section */
function partsOf(section) {
  const at = section.indexOf(BEFORE);
  if (at < 0) return { changes: section, before: "" };
  const from = at + BEFORE.length;
  const next = section.indexOf("\n### ", from);
  const end = next < 0 ? section.length : next;
  const rest = [section.slice(0, at), section.slice(end)].map((part) => part.trim()).filter((part) => part !== "");
  return { changes: rest.join("\n\n"), before: section.slice(from, end).trim() };
}

/** Returns the version of the last release, or undefined before the first. @param {string} text */
export const lastReleased = (text) => /^## (\d\S*) \(/m.exec(text)?.[1];

/** Returns the version of builds after a release. @param {string} version */
export function nextVersion(version) {
  const [, major, minor, , early] = FORM.exec(version) ?? [];
  return early === undefined ? `${major}.${Number(minor) + 1}.0-dev` : version.replace(/-.*/, "-dev");
}

const FORM = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?$/;

/** Whether a version is valid and later than another. @param {string} version @param {string} last */
export function isLater(version, last) {
  const [mine, theirs] = [FORM.exec(version), FORM.exec(last)];
  if (mine === null || theirs === null) return false;
  for (const index of [1, 2, 3]) {
    const by = Number(mine[index]) - Number(theirs[index]);
    if (by !== 0) return by > 0;
  }
  // 1.0.0-rc.1 comes before 1.0.0.
  const [early, other] = [mine[4], theirs[4]];
  if (other === undefined || early === undefined) return early === undefined && other !== undefined;
  return early.localeCompare(other, "en", { numeric: true }) > 0;
}
