import { integration } from "../../integration.ts";
import { link } from "../../render/compose.ts";

/** The smallest integration there is, to begin another one with. */
export const helloworld = integration({
  name: "helloworld",
  title: "Hello World",
  category: "general",
  events: [],
  render({ payload }) {
    const featured = link(payload.line("featured_title"), payload.line("featured_url"));
    return {
      topic: "Hello World",
      content: `Hello! I am happy to be here! :smile:\nThe featured article is ${featured}.`,
    };
  },
});
