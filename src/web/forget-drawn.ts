import { options } from "preact";

/** What Preact keeps of a part of the page; the names are those of its published form, which its own tools use too. */
interface Drawn {
  /** The component that it is of. */
  readonly __c?: { readonly __v: Drawn } | null;
  __k: readonly Drawn[] | null;
}

/**
 * Lets go of what a component had drawn before it has drawn itself anew. Preact 11 keeps it for as long as no component
 * around it is drawn, each time with the one before: a page on which much happens would fill the memory within hours.
 */
export function forgetDrawn(): void {
  const hooks = options as unknown as { vnode?: (now: Drawn) => void; __c?: (root: Drawn, queue: unknown) => void };
  const { vnode, __c: commit } = hooks;
  let before: Drawn | undefined;
  hooks.vnode = (now) => {
    // Only what is drawn anew by itself has its component by now.
    if (now.__c) before = now.__c.__v;
    vnode?.(now);
  };
  hooks.__c = (root, queue) => {
    if (before?.__c && before.__c.__v !== before) before.__k = null;
    before = undefined;
    commit?.(root, queue);
  };
}
