import { options } from "preact";

/**
 * Preact's record of a part of the page, by the minified names of its published build, which its own tools use too. A test
 * fails with a Preact that has other names, or that no longer needs this file (test/web/forget-drawn.test.ts).
 */
interface Drawn {
  /** The component that has drawn it. */
  readonly __c?: { readonly __v: Drawn } | null;
  __k: readonly Drawn[] | null;
}

/**
 * Releases the former output of a component that draws itself again. Preact 11 keeps it until a component around it is
 * drawn: a busy page would fill the memory within hours (test/browser/memory.test.ts).
 */
export function forgetDrawn(): void {
  const hooks = options as unknown as { vnode?: (now: Drawn) => void; __c?: (root: Drawn, queue: unknown) => void };
  const { vnode, __c: commit } = hooks;
  let before: Drawn | undefined;
  hooks.vnode = (now) => {
    // Only a component that draws itself again is set on its node already.
    if (now.__c) before = now.__c.__v;
    vnode?.(now);
  };
  hooks.__c = (root, queue) => {
    if (before?.__c && before.__c.__v !== before) before.__k = null;
    before = undefined;
    commit?.(root, queue);
  };
}
