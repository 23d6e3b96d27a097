import type { By } from "../api/endpoint.ts";
import { type Actor, isAdministrator, isGuest, isOwner } from "../protocol/actor.ts";
import {
  notForBots,
  notForGuests,
  notForPeople,
  notForWebhookBots,
  notLoggedIn,
  spectatorsNotAllowed,
  unauthorizedPrincipal,
} from "../protocol/errors.ts";
import { BotType } from "../protocol/roles.ts";

/** Throws if the endpoint isn't open to the caller. */
export function admit(by: By, actor: Actor | null, spectators: () => boolean): void {
  if (by === "anyone") return;
  if (actor === null) {
    if (by !== "spectator") throw notLoggedIn();
    if (!spectators()) throw spectatorsNotAllowed();
    return;
  }
  if (actor.bot_type === BotType.incomingWebhook && by !== "any account") throw notForWebhookBots();
  switch (by) {
    case "member":
      if (isGuest(actor)) throw notForGuests();
      return;
    case "bot":
      if (!actor.is_bot) throw notForPeople();
      return;
    case "human":
      if (actor.is_bot) throw notForBots();
      return;
    case "administrator":
      if (!isAdministrator(actor)) throw unauthorizedPrincipal("administrator");
      return;
    case "owner":
      if (!isOwner(actor)) throw unauthorizedPrincipal("owner");
      return;
    case "spectator":
    case "any account":
    case "user":
      return;
    default:
      by satisfies never;
  }
}
