/** What a page has recorded of itself, in milliseconds since its navigation began. */
export interface Recorded {
  /** When what was marked was painted first, by its mark: a word that begins with `MARK`. */
  readonly painted: Record<string, number>;
  /** When it was put into the document. */
  readonly made: Record<string, number>;
  /** Tasks of the main thread of more than 50 ms. */
  readonly longTasks: { readonly start: number; readonly ms: number }[];
  /**
   * Events of inputs that took 16 ms or more until the next frame, which the browser tells in steps of 8 ms; those of one
   * press of a key or button have the same number.
   */
  readonly inputs: { readonly interaction: number; readonly start: number; readonly ms: number }[];
}

declare global {
  interface Performance {
    /** How often somebody has pressed a key or button. */
    readonly interactionCount: number;
  }
}

declare global {
  interface Window {
    /** Only there while a measure runs. */
    recorded: Recorded;
  }
}

/** What begins a word that a measure looks for in the messages. */
export const MARK = "mark-";

/** Runs in a page before its own scripts. */
export function record(): void {
  const recorded: Recorded = { painted: {}, made: {}, longTasks: [], inputs: [] };
  window.recorded = recorded;
  const observe = (take: (entry: PerformanceEntry) => void, options: PerformanceObserverInit) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  observe(({ startTime, duration }) => recorded.longTasks.push({ start: startTime, ms: duration }), {
    type: "longtask",
    buffered: true,
  });
  observe(
    (entry) => {
      const { interactionId: interaction, startTime: start, duration: ms } = entry as PerformanceEventTiming;
      if (interaction > 0) recorded.inputs.push({ interaction, start, ms });
    },
    { type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit,
  );
  // The browser tells when an element with this attribute is painted: when somebody sees it, not when it is made.
  observe(
    (entry) => {
      const { identifier, renderTime } = entry as PerformanceEntry & { identifier: string; renderTime: number };
      recorded.painted[identifier] ??= renderTime;
    },
    { type: "element", buffered: true },
  );
  const marked = (element: Element) => {
    // What is being sent is shown as its text, the rest in paragraphs.
    const texts = "p, .message-plain";
    for (const one of element.matches(texts) ? [element] : element.querySelectorAll(texts)) {
      // This runs in the page, which does not know `MARK`.
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
