import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { invitationsWords } from "../../../settings/organization/invitations.ts";

export const invitations: Translation<typeof invitationsWords> = {
  rows: {
    invite: "Personen einladen",
    open: "Offene Einladungen",
  },
  locked: "Du darfst niemanden einladen. Wer es darf, legen die Administratoren fest.",
  count: (count) => plural(count, { one: "# offene Einladung", other: "# offene Einladungen" }),
  own: "Du siehst die, die du selbst gemacht hast.",
  none: "Keine Einladung ist offen",
  noneText: "Wer seine angenommen hat, steht bei den Personen.",
  link: "Link für alle",
  by: (name) => `Von ${name}`,
  expires: (when) => `läuft ab ${when}`,
  forEver: "läuft nicht ab",
  copy: "Link kopieren",
  resend: "Noch einmal senden",
  resent: "Der Brief ist noch einmal unterwegs",
  revoke: "Zurückziehen",
  actions: (what) => `Aktionen für ${what}`,
  revokeTitle: (what) => `Einladung für ${what} zurückziehen?`,
  revokeLinkTitle: "Link zurückziehen?",
  revokeText: "Wer sie ab jetzt öffnet, wird abgewiesen. Wer schon beigetreten ist, bleibt.",
  revoked: "Die Einladung ist zurückgezogen",
};
