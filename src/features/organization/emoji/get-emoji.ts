import { action } from "../../../endpoints/endpoint.ts";
import { emojiObjects } from "./custom-emoji.ts";
import { customEmojiSchema } from "./events.ts";

export const getEmojiEndpoint = action({
  route: "GET /realm/emoji",
  params: {},
  reply: { emoji: customEmojiSchema },
  run: ({ realm }) => ({ emoji: emojiObjects(realm) }),
});
