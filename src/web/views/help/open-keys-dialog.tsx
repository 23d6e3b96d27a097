import type { Client } from "../../client/client.ts";

/** Shows all keys. Few ask for them, so they are loaded then. */
export async function openKeysDialog(client: Client): Promise<void> {
  const { KeysDialog } = await import("./keys-dialog.tsx");
  client.show(<KeysDialog />);
}
