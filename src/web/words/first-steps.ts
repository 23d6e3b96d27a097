import { catalog } from "./catalog.ts";

export const firstStepsWords = catalog("firstSteps", {
  title: (organization: string) => `First steps in ${organization}`,
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: "done",
  putAway: "Put this list away",
  moveIn: "Move in from Zulip, Slack or Mattermost",
  steps: {
    describe: ["Say what it is about", "A name and a description, for those who log in and join."],
    picture: ["Give it a picture", "It stands beside the name, and in notifications."],
    invite: ["Invite people", "By a link that you pass on, or by letters."],
    channels: ["Make the first channels", "One for each team or matter. Conversations in them have topics."],
  },
});
