import type { ComponentChildren } from "preact";
import type { Client } from "../client/client.ts";

/** Shows a dialog. */
export const openDialog = (client: Client, dialog: ComponentChildren): void => client.show(dialog);
