import type { Client } from "../client/client.ts";
import { writeClipboard } from "../parts/write-clipboard.ts";
import { appWords } from "../words/app.ts";
import { attempt } from "./attempt.ts";

export const copyText = (client: Client, text: string): Promise<boolean> =>
  attempt(client, () => writeClipboard(text), { done: appWords().copied });
