import type { Realm } from "./realm.ts";

/**
 * A point where higher features take part in what a lower one does: the lower one names it and runs it, higher ones list
 * their handlers, and nobody imports upward. A handler gets the realm and `Args`, within the same change.
 */
export interface Hook<Args extends readonly unknown[], Result = void> {
  readonly name: string;
  readonly _handler?: Handler<Args, Result>;
}

type Handler<Args extends readonly unknown[], Result> = (realm: Realm, ...args: Args) => Result;

/** What a feature does at a hook. */
export interface HookHandler {
  readonly hook: string;
  readonly handle: Handler<never, unknown>;
}

export const hook = <Args extends readonly unknown[], Result = void>(name: string): Hook<Args, Result> => ({ name });

export const on = <Args extends readonly unknown[], Result>(
  { name }: Hook<Args, Result>,
  handle: Handler<Args, Result>,
): HookHandler => ({ hook: name, handle });
