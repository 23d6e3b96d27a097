import type { ComponentChildren } from "preact";
import { type Client, ClientProvider } from "../client/client.ts";

/** Shows a dialog whose components can use the client. */
export const openDialog = (client: Client, dialog: ComponentChildren): void =>
  client.show(<ClientProvider value={client}>{dialog}</ClientProvider>);
