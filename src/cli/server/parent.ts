/**
 * Calls `onGone` when the npm that runs this script has ended. Not every end of npm sends its script a signal, and the
 * server would keep running with no one to stop it. Without npm, a server outlives its parent.
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
