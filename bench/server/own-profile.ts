import { Session } from "node:inspector/promises";

/** Between two looks at what the process does. */
const INTERVAL_MICROSECONDS = 100;

/** Has this process profile itself while its parent wants that: it begins at "profile", and answers "profiled" with the profile. */
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
