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
  const drafts = new Map<string, KeptDraft>();
  return {
    get: (id) => drafts.get(id),
    latestFor: (target) => [...drafts.values()].findLast((draft) => isSameTarget(draft.target, target)),
    save(id = crypto.randomUUID(), target, content) {
      drafts.delete(id);
      drafts.set(id, { id, target, content, writtenAt: Date.now() });
      return id;
    },
    remove: (id) => void drafts.delete(id),
    rewrite(text, by) {
      for (const draft of drafts.values()) {
        if (draft.content.includes(text)) drafts.set(draft.id, { ...draft, content: draft.content.replace(text, by) });
      }
    },
  };
}
