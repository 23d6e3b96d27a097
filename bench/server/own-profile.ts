import { Session } from "node:inspector/promises";

const INTERVAL_MICROSECONDS = 100;

/**
 * Lets this process's parent request profiles. The message "profile" starts a profile, and "profiled" ends it. The
 * response to "profiled" contains the profile.
 */
export function profileOnRequest(): void {
  const session = new Session();
  session.connect();
  const begun = session
    .post("Profiler.enable")
    .then(() => session.post("Profiler.setSamplingInterval", { interval: INTERVAL_MICROSECONDS }));
  process.on("message", async (message) => {
    await begun;
    if (message === "profile") await session.post("Profiler.start");
    if (message !== "profiled") return;
    const { profile } = await session.post("Profiler.stop");
    process.send?.({ profile });
  });
}
