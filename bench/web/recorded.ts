/** A page's recording of itself, in milliseconds since its navigation started. */
export interface Recorded {
  /** When each mark was first painted. A mark is a word that starts with `MARK`. */
  readonly painted: Record<string, number>;
  /** When each mark was inserted into the document. */
  readonly made: Record<string, number>;
  /** Main-thread tasks longer than 50 ms. */
  readonly longTasks: { readonly start: number; readonly ms: number }[];
  /** Frames that took longer than 50 ms, from the start of the frame's first task until the frame was drawn. */
  readonly longFrames: { readonly start: number; readonly ms: number }[];
  /**
   * Input events that were followed by a frame only after 16 ms or more. The browser reports these times in steps of 8
   * ms. Events of the same key or button press have the same `interaction`.
   */
  readonly inputs: { readonly interaction: number; readonly start: number; readonly ms: number }[];
}

declare global {
  interface Performance {
    /** Number of key and button presses. */
    readonly interactionCount: number;
  }
}

declare global {
  interface Window {
    /** Exists only while a measure runs. */
    recorded: Recorded;
  }
}

/** The prefix of words that a measure looks for in messages. */
export const MARK = "mark-";

/** Runs in a page before the page's own scripts. */
export function record(): void {
  const recorded: Recorded = { painted: {}, made: {}, longTasks: [], longFrames: [], inputs: [] };
  window.recorded = recorded;
  const observe = (take: (entry: PerformanceEntry) => void, options: PerformanceObserverInit) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  const kept = { longtask: recorded.longTasks, "long-animation-frame": recorded.longFrames };
  for (const [type, into] of Object.entries(kept))
    observe(({ startTime: start, duration: ms }) => into.push({ start, ms }), { type, buffered: true });
  observe(
    (entry) => {
      const { interactionId: interaction, startTime: start, duration: ms } = entry as PerformanceEventTiming;
      if (interaction > 0) recorded.inputs.push({ interaction, start, ms });
    },
    { type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit,
  );
  // For elements with this attribute, the browser reports when they are painted.
  observe(
    (entry) => {
      const { identifier, renderTime } = entry as PerformanceEntry & { identifier: string; renderTime: number };
      recorded.painted[identifier] ??= renderTime;
    },
    { type: "element", buffered: true },
  );
  const marked = (element: Element) => {
    // A message being sent is shown as plain text, the others in paragraphs.
    const texts = "p, .message-plain";
    for (const one of element.matches(texts) ? [element] : element.querySelectorAll(texts)) {
      // This runs in the page, where `MARK` isn't defined.
      const [mark] = /\bmark-[\w-]+/.exec(one.textContent ?? "") ?? [];
      if (mark === undefined || one.hasAttribute("elementtiming")) continue;
      one.setAttribute("elementtiming", mark);
      recorded.made[mark] ??= performance.now();
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) marked(node);
  }).observe(document, { childList: true, subtree: true });
}
