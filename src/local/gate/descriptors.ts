import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The limit that is assumed where the system has or reports none. */
const PLENTY = 65_536;

/** The number of descriptors that this process can have, and workerd too. Node raises the limit as far as it can. */
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
 * The number of connections that a number of descriptors allows. A client takes one in this process, and while it is
 * answered another one here and two in workerd. The rest is for files: an organization whose object is awake has three.
 */
export function capacityFor(descriptors: number) {
  const upstreams = Math.max(8, Math.floor((descriptors - Math.max(96, descriptors / 4)) / 2));
  const connections = Math.max(20, Math.floor(descriptors - Math.max(64, descriptors / 8)) - upstreams);
  // The connections beyond these that get an answer that refuses them.
  const refused = Math.floor(connections / 5);
  // Requests that wait for events leave some connections to the others.
  const waiting = upstreams - Math.max(2, Math.ceil(upstreams / 8));
  return { clients: connections - refused, refused, upstreams, waiting };
}

export type Capacity = ReturnType<typeof capacityFor>;

/** With fewer descriptors than this, an ordinary team may reach the limits. */
const COMFORTABLE = 1024;

/** A notice for the start of a server with few descriptors; null where there are enough. */
export function lowLimitNotice(descriptors: number) {
  if (descriptors >= COMFORTABLE) return null;
  const { waiting } = capacityFor(descriptors);
  return (
    `with at most ${descriptors} open files, ${waiting} clients can wait for events at a time; ` +
    "ulimit -n 65536, or LimitNOFILE=65536 of systemd, raises it"
  );
}
