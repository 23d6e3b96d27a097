import type { Translation } from "../catalog.ts";
import type { firstStepsWords } from "../first-steps.ts";

export const firstSteps: Translation<typeof firstStepsWords> = {
  title: (organization) => `Erste Schritte in ${organization}`,
  progress: (done, all) => `${done} von ${all} erledigt`,
  done: "erledigt",
  putAway: "Diese Liste weglegen",
  moveIn: "Aus Zulip, Slack oder Mattermost umziehen",
  steps: {
    describe: ["Sagen, worum es geht", "Ein Name und eine Beschreibung, für alle, die sich anmelden und beitreten."],
    picture: ["Ein Bild geben", "Es steht neben dem Namen und in Benachrichtigungen."],
    invite: ["Leute einladen", "Mit einem Link, den du weitergibst, oder mit Briefen."],
    channels: ["Die ersten Kanäle anlegen", "Einen je Team oder Anliegen. Unterhaltungen darin haben Themen."],
  },
};
