import { useEffect } from "preact/hooks";

/** Keeps the screen on while video is shown. */
export function useAwake(isAwake: boolean): void {
  useEffect(() => {
    const locks: WakeLock | undefined = navigator.wakeLock;
    if (!isAwake || locks === undefined) return;
    let isOver = false;
    let held: WakeLockSentinel | undefined;
    const take = async () => {
      // Browsers release the lock when the tab is hidden.
      if (isOver || document.visibilityState !== "visible") return;
      held = await locks.request("screen").catch(() => undefined);
      if (isOver) void held?.release();
    };
    void take();
    document.addEventListener("visibilitychange", take);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", take);
      void held?.release();
    };
  }, [isAwake]);
}
