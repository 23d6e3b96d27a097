import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { isSameTarget, type Target } from "./target.ts";

export interface KeptDraft {
  readonly id: string;
  readonly target: Target;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** What was written and not sent. */
export interface DraftStore {
  /** The latest first. */
  readonly all: ReadonlySignal<readonly KeptDraft[]>;
  get(id: string): KeptDraft | undefined;
  latestFor(target: Target): KeptDraft | undefined;
  /** Keeps a draft in the place of another, or as a new one, and returns its id. */
  save(id: string | undefined, target: Target, content: string): string;
  remove(id: string): void;
  /** Replaces a text in whichever draft has it. */
  rewrite(text: string, by: string): void;
}

const stores = new WeakMap<Client, DraftStore>();

export function draftStoreOf(client: Client): DraftStore {
  const known = stores.get(client);
  if (known !== undefined) return known;
  const store = inMemory();
  stores.set(client, store);
  return store;
}

function inMemory(): DraftStore {
  const all: Signal<readonly KeptDraft[]> = signal([]);
  const without = (id: string) => all.value.filter((draft) => draft.id !== id);
  return {
    all,
    get: (id) => all.value.find((draft) => draft.id === id),
    latestFor: (target) => all.value.find((draft) => isSameTarget(draft.target, target)),
    save(id = crypto.randomUUID(), target, content) {
      all.value = [{ id, target, content, writtenAt: Date.now() }, ...without(id)];
      return id;
    },
    remove(id) {
      all.value = without(id);
    },
    rewrite(text, by) {
      all.value = all.value.map((draft) => ({ ...draft, content: draft.content.replace(text, by) }));
    },
  };
}
