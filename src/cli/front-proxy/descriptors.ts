import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Assumed limit if the system has none or doesn't report one. */
const PLENTY = 65_536;

/**
 * Returns how many file descriptors this process can open, which is also workerd's limit. Node raises its soft limit to
 * the hard limit.
 */
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
 * Returns how many connections a number of descriptors allows. A client takes one descriptor in this process and,
 * during a request, another one here and two in workerd. The rest is for files, because an organization whose object is
 * awake has three open.
 */
export function capacityFor(descriptors: number) {
  const upstreams = Math.max(8, Math.floor((descriptors - Math.max(96, descriptors / 4)) / 2));
  const connections = Math.max(20, Math.floor(descriptors - Math.max(64, descriptors / 8)) - upstreams);
  // Extra connections that are only sent a rejection.
  const refused = Math.floor(connections / 5);
  // Requests waiting for events must leave connections for other requests.
  const waiting = upstreams - Math.max(2, Math.ceil(upstreams / 8));
  return { clients: connections - refused, refused, upstreams, waiting };
}

export type Capacity = ReturnType<typeof capacityFor>;

/** With fewer descriptors, an ordinary team can reach the limits. */
const COMFORTABLE = 1024;

/** Returns a startup notice for servers with few descriptors, or null if there are enough. */
export function lowLimitNotice(descriptors: number) {
  if (descriptors >= COMFORTABLE) return null;
  const { waiting } = capacityFor(descriptors);
  return (
    `with at most ${descriptors} open files, ${waiting} clients can wait for events at a time; ` +
    "ulimit -n 65536, or LimitNOFILE=65536 of systemd, raises it"
  );
}
