import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Where the system sets no limit, or tells none. */
const PLENTY = 65_536;

/** How many files and connections this process may have open; so may workerd. Node has raised it as far as it may. */
export function descriptorLimit() {
  try {
    const text = process.platform === "linux" ? ofThisProcess() : execFileSync("sh", ["-c", "ulimit -n"]).toString();
    return Number.parseInt(text, 10) || PLENTY;
  } catch {
    return PLENTY;
  }
}

function ofThisProcess() {
  const [, soft = ""] = /^Max open files\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return soft;
}

/**
 * How many may connect where there are so many descriptors. A client takes one in this process, and while it is
 * answered another one here and two in workerd. A part is kept back for files: an organization that is awake has three.
 *
 * @param {number} descriptors
 */
export function roomFor(descriptors) {
  const upstreams = Math.max(8, Math.floor((descriptors - Math.max(96, descriptors / 4)) / 2));
  const connections = Math.max(20, Math.floor(descriptors - Math.max(64, descriptors / 8)) - upstreams);
  // Of those that do not fit, some can be told so.
  const goodbyes = Math.floor(connections / 5);
  // Whoever waits leaves some room to those who do not.
  const waiting = upstreams - Math.max(2, Math.ceil(upstreams / 8));
  return { clients: connections - goodbyes, goodbyes, upstreams, waiting };
}

/** @typedef {ReturnType<typeof roomFor>} Capacity */

/** Below this, an ordinary team may come to its limits. */
const COMFORTABLE = 1024;

/** What whoever starts a server should know of its limit; null where it is high. @param {number} descriptors */
export function lowLimitNotice(descriptors) {
  if (descriptors >= COMFORTABLE) return null;
  const { waiting } = roomFor(descriptors);
  return (
    `with at most ${descriptors} open files, ${waiting} clients can wait for events at a time; ` +
    "ulimit -n 65536, or LimitNOFILE=65536 of systemd, raises it"
  );
}
