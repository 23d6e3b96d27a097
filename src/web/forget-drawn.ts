import { options } from "preact";

/**
 * Preact's internal node, with the minified names of its published build, which its own tools use too. A test fails if
 * Preact changes these names, or no longer needs this file (test/web/forget-drawn.test.ts).
 */
interface DrawnNode {
  /** The component that rendered the node. */
  readonly __c?: { readonly __v: DrawnNode } | null;
  __k: readonly DrawnNode[] | null;
}

/**
 * Releases a component's previous output when it renders again. Preact 11 keeps it until a parent component is
 * rendered, so a busy page would fill the memory within hours (test/browser/memory.test.ts).
 */
export function forgetDrawn(): void {
  const hooks = options as unknown as {
    vnode?: (now: DrawnNode) => void;
    __c?: (root: DrawnNode, queue: unknown) => void;
  };
  const { vnode, __c: commit } = hooks;
  let before: DrawnNode | undefined;
  hooks.vnode = (now) => {
    // Only a component that is rendering again is already set on its node.
    if (now.__c) before = now.__c.__v;
    vnode?.(now);
  };
  hooks.__c = (root, queue) => {
    if (before?.__c && before.__c.__v !== before) before.__k = null;
    before = undefined;
    commit?.(root, queue);
  };
}
