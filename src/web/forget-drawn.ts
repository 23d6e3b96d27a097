import { options } from "preact";

/**
 * Preact's internal node, with the minified property names of Preact's published build, which Preact's own tools use,
 * too. A test fails if Preact changes these names or no longer needs this file (test/web/forget-drawn.test.ts).
 */
interface DrawnNode {
  /** The component that rendered the node. */
  readonly __c?: { readonly __v: DrawnNode } | null;
  __k: readonly DrawnNode[] | null;
}

/**
 * Releases a component's previous output when the component renders again. Preact 11 keeps that output until a parent
 * component renders, so a busy page would run out of memory within hours (test/browser/memory.test.ts).
 */
export function forgetDrawn(): void {
  const hooks = options as unknown as {
    vnode?: (now: DrawnNode) => void;
    __c?: (root: DrawnNode, queue: unknown) => void;
  };
  const { vnode, __c: commit } = hooks;
  let before: DrawnNode | undefined;
  hooks.vnode = (now) => {
    // A new node already has a component only if the component is rendering again.
    if (now.__c) before = now.__c.__v;
    vnode?.(now);
  };
  hooks.__c = (root, queue) => {
    if (before?.__c && before.__c.__v !== before) before.__k = null;
    before = undefined;
    commit?.(root, queue);
  };
}
