import { useClient } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import type { UnreadConversation } from "../../model/unread/unread-counts.ts";
import { markRead } from "../mark-as-read/mark-read.ts";

interface InboxKeysProps {
  readonly list: { readonly current: HTMLElement | null };
  readonly items: readonly UnreadConversation[];
}

/**
 * Binds the arrow keys, which move through the list, and the key that marks the focused conversation as read. Renders
 * nothing.
 */
export function InboxKeys({ list, items }: InboxKeysProps) {
  const client = useClient();
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>(".inbox-link") ?? [])];
  const present = () => links().findIndex((link) => link.parentElement?.contains(document.activeElement));
  const step = (by: 1 | -1) => {
    const all = links();
    all[Math.max(0, Math.min(all.length - 1, present() + by))]?.focus();
  };
  useAction("nextItem", () => step(1));
  useAction("previousItem", () => step(-1));
  useAction("markItemRead", () => {
    const [at, all] = [present(), links()];
    const key = all[at]?.parentElement?.dataset["key"];
    const item = items.find((one) => one.key === key);
    if (item === undefined) return;
    markRead(client, [item.conversation]);
    requestAnimationFrame(() => links()[Math.min(at, links().length - 1)]?.focus());
  });
  return null;
}
