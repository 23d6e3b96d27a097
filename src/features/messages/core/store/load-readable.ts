import type { MessageId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";

/**
 * Loads messages like `realm.loadMessages`, for a job that must not wait for a message whose text can't be loaded. If
 * loading all at once fails, loads them one by one, because the store may lack just one of them. Logs `trouble` for
 * each message that fails.
 */
export async function loadReadable(
  realm: Realm,
  ids: readonly MessageId[],
  trouble: { readonly event: string; readonly job: string },
): Promise<{ readonly unreadable: ReadonlySet<MessageId>; release(): void }> {
  const load = async (some: readonly MessageId[]) => {
    const [loaded] = await Promise.allSettled([realm.loadMessages(some)]);
    return { ids: some, ...loaded };
  };
  const all = await load(ids);
  const loads = all.status === "fulfilled" ? [all] : await Promise.all(ids.map((id) => load([id])));
  const unreadable = new Set<MessageId>();
  for (const one of loads) {
    if (one.status === "fulfilled") continue;
    for (const id of one.ids) unreadable.add(id);
    realm.log.trouble(trouble.event, one.reason, { job: trouble.job });
  }
  return {
    unreadable,
    release() {
      for (const one of loads) if (one.status === "fulfilled") one.value.release();
    },
  };
}
