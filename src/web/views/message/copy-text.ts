import type { Client } from "../../client/client.ts";
import { writeClipboard } from "../../parts/write-clipboard.ts";
import { words } from "../../words/words.ts";

export async function copyText(client: Client, text: string): Promise<void> {
  await writeClipboard(text);
  client.toast({ text: words().app.copied });
}
