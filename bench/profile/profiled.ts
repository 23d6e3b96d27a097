import type { Stage } from "../bench.ts";
import { Inspector } from "../server/inspector.ts";
import type { Frame, Profile } from "./profile.ts";

const INTERVAL_MICROSECONDS = 100;

/** The name of the program's isolate. */
export const PROGRAM = "core:user:parley";
/** The names of D1's isolates: its service, and the object that holds the database. */
export const D1 = ["d1:db:entry", "d1:db"];

/** A replacement for `sourcesOf` in profiles of code outside the program. */
export const noFiles = () => "";
export const busy = ([frame]: readonly Frame[]) => (frame?.name === "(idle)" ? null : "busy");
export const inside = (times: readonly ReadonlyMap<string, number>[]) =>
  times.flatMap((each) => [...each.values()]).reduce((sum, us) => sum + us, 0);

/** Profiles some isolates and the gate while some work runs. Also returns the CPU time that the profiles cover. */
export async function profiled<T>({ server }: Stage, isolates: readonly string[], work: () => Promise<T>) {
  const inspectors = await Promise.all(isolates.map((name) => Inspector.ofIsolate(server.inspectorPort, name)));
  for (const inspector of inspectors) {
    await inspector.call("Profiler.enable");
    await inspector.call("Profiler.setSamplingInterval", { interval: INTERVAL_MICROSECONDS });
    await inspector.call("Profiler.start");
  }
  server.startProfile();
  const took = await work();
  const gateProfile = await server.stopProfile();
  const profiles: Profile[] = [];
  for (const inspector of inspectors) {
    profiles.push(((await inspector.call("Profiler.stop")) as { profile: Profile }).profile);
    inspector.close();
  }
  return { took, profiles, gateProfile };
}
