import { integration, jsonSample } from "../../integration.ts";
import { link } from "../../render/compose.ts";

/** The smallest possible integration, as a starting point for others. */
export const helloworld = integration({
  name: "helloworld",
  title: "Hello World",
  render({ payload }) {
    const featured = link(payload.line("featured_title"), payload.line("featured_url"));
    return {
      topic: "Hello World",
      content: `Hello! I am happy to be here! :smile:\nThe featured article is ${featured}.`,
    };
  },
  sample: jsonSample({
    featured_title: "Marilyn Monroe",
    featured_url: "https://en.wikipedia.org/wiki/Marilyn_Monroe",
  }),
});
