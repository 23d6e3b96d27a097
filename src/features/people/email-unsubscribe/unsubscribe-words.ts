import { words } from "../../../protocol/words/words.ts";

export const unsubscribeWords = words("unsubscribe", {
  title: "Unsubscribe",
  stopped: "Unsubscribed",
  ask: {
    messages: "Unsubscribe {email} from emails about missed messages?",
    digest: "Unsubscribe {email} from weekly digests?",
    logins: "Unsubscribe {email} from emails about new logins?",
  },
  done: {
    messages: "{email} won't get emails about missed messages anymore.",
    digest: "{email} won't get weekly digests anymore.",
    logins: "{email} won't get emails about new logins anymore.",
  },
  stop: "Unsubscribe",
  again: "You can turn them on again in your settings, under Notifications.",
  toOrganization: "Go to the organization",
});
