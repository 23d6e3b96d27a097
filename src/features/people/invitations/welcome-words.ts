import { words } from "../../../protocol/words/words.ts";

export const welcomeWords = words("welcome", {
  hello: "Hello {person}, and welcome to {organization}!",
  topics:
    "People talk in **channels**, and within a channel in **topics**: each conversation has its own name, so several can run side by side. To start another one, send a message to a channel with a new topic.",
  direct: "**Direct messages**, such as this one, are for one person or a few.",
  markdown: "Messages are written in Markdown. Mention someone with `@` and their name, and a channel with `#`.",
  automated: "This is an automated message, and replies aren't read. Feel free to try things out here.",
});
