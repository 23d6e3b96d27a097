import type { Realm } from "./realm.ts";

/**
 * A point where higher features take part in what a lower feature does, without being imported by it: the lower feature
 * declares and runs the hook, higher features list their handlers. Handlers run within the same change.
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

/** Declares a hook. */
export const hook = <Args extends readonly unknown[], Result = void>(name: string): Hook<Args, Result> => ({ name });

/** A handler of a hook, for a feature's `handlers`. */
export const on = <Args extends readonly unknown[], Result>(
  { name }: Hook<Args, Result>,
  handle: Handler<Args, Result>,
): HookHandler => ({ hook: name, handle });
