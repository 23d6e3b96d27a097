import { integration, jsonSample } from "../../integration.ts";
import { bold, link, paragraphs, quote, quotedTitle, webUrl } from "../../render/compose.ts";

/** Matches the name of an activity, which WeKan sends if it has no sentence for it: `act-setCustomField`. */
const NAME = /\bact-(\w+)/;
const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
const BOARD = /\bboard "([^"]{1,200})"/;

/** WeKan sends a sentence, with the URL of its subject on the last line. */
export const wekan = integration({
  name: "wekan",
  title: "WeKan",
  render({ payload }) {
    const text = payload.text("text").trim().split("\n");
    const url = webUrl(text.at(-1) ?? "") === undefined ? "" : (text.pop() ?? "");
    const said = text.join(" ").replace(/\s+/g, " ").trim() || payload.line("description", "Something happened");
    const [card, who] = [payload.line("card", ""), payload.line("user", "Someone")];
    const topic = card || BOARD.exec(said)?.[1] || "WeKan";
    if (payload.has("comment")) {
      const head = `${bold(who)} commented on ${link(card || "a card", url)}:`;
      return { topic, content: paragraphs(head, quote(payload.text("comment"))) };
    }
    const named = NAME.exec(said)?.[1];
    const about = card === "" ? "" : ` (card ${quotedTitle(card)})`;
    const sentence = named === undefined ? said : `${bold(who)}: ${words(named)}${about}`;
    return { topic, content: paragraphs(`${sentence}.`, url !== "" && link("See in WeKan", url)) };
  },
  sample: jsonSample({
    text: 'ann moved card "The lid" at board "Nest" from list "To do" to list "Done"\nhttps://wekan.example.com/b/7/nest/1',
    user: "ann",
    card: "The lid",
    description: "act-moveCard",
  }),
});
