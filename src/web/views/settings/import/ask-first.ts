import type { Client } from "../../../client/client.ts";
import type { MovingIn } from "../../../client/moving/moving-in.ts";
import { confirm } from "../../../parts/overlays/confirm.tsx";
import { importWords } from "../../../words/settings/organization/import.ts";
import { attempt } from "../../attempt.ts";

/** Gives up an import that has changed nothing yet, after a confirmation. */
export async function giveUp(client: Client, moving: MovingIn): Promise<void> {
  const w = importWords();
  const isMeant = await confirm({ title: w.giveUpAsk, text: w.giveUpText, action: w.giveUp, danger: true });
  if (isMeant) await attempt(client, () => moving.act("cancel"));
}

/** Takes back what an import has written, after a confirmation. */
export async function takeBack(client: Client, moving: MovingIn): Promise<void> {
  const w = importWords();
  const isMeant = await confirm({ title: w.cancelAsk, text: w.cancelText, action: w.cancelAction, danger: true });
  if (isMeant) await attempt(client, () => moving.act("cancel"));
}
