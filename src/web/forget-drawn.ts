import { options } from "preact";

/**
 * A part of the page as Preact keeps it, by the names in its published form, which its own tools use too. A test fails with
 * a Preact that has others, or that no longer needs this file (test/web/forget-drawn.test.ts).
 */
interface Drawn {
  /** The component that it is of. */
  readonly __c?: { readonly __v: Drawn } | null;
  __k: readonly Drawn[] | null;
}

/**
 * Lets go of what a component had drawn when it draws itself again. Preact 11 keeps it for as long as no component around it
 * is drawn: a page on which much happens would fill the memory within hours (test/browser/memory.test.ts).
 */
export function forgetDrawn(): void {
  const hooks = options as unknown as { vnode?: (now: Drawn) => void; __c?: (root: Drawn, queue: unknown) => void };
  const { vnode, __c: commit } = hooks;
  let before: Drawn | undefined;
  hooks.vnode = (now) => {
    // Only what is drawn again by itself has its component by now.
    if (now.__c) before = now.__c.__v;
    vnode?.(now);
  };
  hooks.__c = (root, queue) => {
    if (before?.__c && before.__c.__v !== before) before.__k = null;
    before = undefined;
    commit?.(root, queue);
  };
}
