import type { Client } from "../../client/client.ts";
import { tellError } from "../../parts/error-text.ts";
import { typeAhead } from "../../typed-ahead.ts";

/** Shows the palette, which is loaded when it is first wanted. */
export const openPalette = (client: Client): Promise<void> =>
  show(client, async () => {
    const { Palette } = await import("./palette.tsx");
    return <Palette />;
  });

/** Shows where a search begins, which is loaded likewise. */
export const openSearch = (client: Client): Promise<void> =>
  show(client, async () => {
    const { SearchDialog } = await import("../search/search-dialog.tsx");
    return <SearchDialog />;
  });

async function show(client: Client, load: () => Promise<preact.ComponentChild>): Promise<void> {
  const loading = load();
  void typeAhead(loading).catch(() => {});
  try {
    client.show(await loading);
  } catch (error) {
    tellError(client, error);
  }
}
