/**
 * Calls `onGone` when the npm that runs this script has ended. Not every end of npm comes with a signal for its script,
 * and the server would go on with nobody to stop it. Started without npm, a server outlives its parent.
 */
export function watchParent(onGone: () => void) {
  if (!["start", "dev"].includes(process.env["npm_lifecycle_event"] ?? "")) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    onGone();
  }, 200);
  timer.unref();
}
