import type { Client } from "../../client/client.ts";
import { words } from "../../words/words.ts";

export async function copyText(client: Client, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  client.toast({ text: words().app.copied });
}
