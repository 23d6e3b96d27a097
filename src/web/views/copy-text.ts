import type { Client } from "../client/client.ts";
import { writeClipboard } from "../parts/write-clipboard.ts";
import { appWords } from "../words/app.ts";

export async function copyText(client: Client, text: string): Promise<void> {
  await writeClipboard(text);
  client.toast({ text: appWords().copied });
}
